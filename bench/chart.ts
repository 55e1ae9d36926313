import type { Browser, Page } from '@playwright/test'

import { runNpm } from '#scripts/npm.js'

import { openPage, traceTasks, withBrowser } from './browser.ts'
import { compare, type Figure } from './figures.ts'

const PEERS = ['ECharts', 'Chart.js', 'Plotly', 'Recharts']
const BARE = 'bare'
const GOAL_AGAINST_BARE = 1.3
const HOVER_GOAL = 0.6
const SIZES = [
  { points: 168, paintGoal: 0.85 },
  { points: 8760, paintGoal: 0.4 },
] as const
const WARM_UPS = 2
const MOVES = 15
/** Longer than the libraries wait between two readings, so that each move is read. */
const MOVE_EVERY_MS = 80
const [WIDTH_PX, HEIGHT_PX] = [1100, 400]

/** Milliseconds of the main thread: all work until the chart is painted, and for one move of the mouse until it is read. */
interface Round {
  paintMs: number
  hoverMs: number
}

async function drawOnce(browser: Browser, page: Page, subject: string, points: number): Promise<Round> {
  const mark = (name: string) => page.evaluate((one) => void performance.mark(one), name)
  const tasks = await traceTasks(browser, page, async () => {
    await page.evaluate(([name, count]) => window.mountChart(name, count), [subject, points] as const)
    const { x, y } = (await page.locator('#stage').boundingBox()) ?? { x: 0, y: 0 }
    const moveTo = async (share: number) => {
      await page.mouse.move(
        x + WIDTH_PX * (0.2 + 0.6 * share),
        y + HEIGHT_PX * (0.5 + 0.1 * Math.sin(9 * share)),
      )
      await page.waitForTimeout(MOVE_EVERY_MS)
      // The page is done with it, however long that took.
      await page.evaluate(() => null)
    }
    // The pointer enters, which is not counted.
    await moveTo(0)
    await mark('hover')
    for (let move = 1; move <= MOVES; move += 1) await moveTo(move / MOVES)
    await mark('read')
  })
  if (!(await page.evaluate(() => window.isRead())))
    throw new Error(`${subject} shows no values at the pointer`)
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.unmountChart())
  return { paintMs: tasks.sumBetween('mount', 'painted'), hoverMs: tasks.sumBetween('hover', 'read') / MOVES }
}

/** The product against each of the others, which take turns in each round. */
async function measureAgainst(others: readonly string[], folder: string, rounds: number): Promise<Figure[]> {
  return withBrowser(async (browser) => {
    const page = await openPage(browser, folder)
    const figures: Figure[] = []
    for (const { points, paintGoal } of SIZES) {
      const subjects = ['product', ...others]
      const drawn = new Map<string, Round[]>(subjects.map((subject) => [subject, []]))
      for (let round = 0; round < WARM_UPS + rounds; round += 1)
        for (const subject of subjects) {
          const result = await drawOnce(browser, page, subject, points)
          if (round >= WARM_UPS) drawn.get(subject)?.push(result)
        }
      const of = (subject: string, which: keyof Round) => drawn.get(subject)?.map((each) => each[which]) ?? []
      for (const which of ['paintMs', 'hoverMs'] as const)
        for (const other of others) {
          const goal = other === BARE ? GOAL_AGAINST_BARE : which === 'paintMs' ? paintGoal : HOVER_GOAL
          const what = `chart, 4 × ${points.toLocaleString('en')} points, ${which === 'paintMs' ? 'paint' : 'hover'}`
          const against = other === BARE ? 'the bare chart engine' : other
          const compared = { product: of('product', which), reference: of(other, which) }
          figures.push(compare({ what, against, unit: 'ms' }, compared, goal))
        }
    }
    return figures
  })
}

/** The product's chart against the bare engine and the libraries that a user could take instead. */
export async function measureChart(): Promise<Figure[]> {
  // Nothing but this benchmark needs these packages.
  runNpm(['ci', '--no-audit', '--no-fund', '--no-json'], {
    cwd: 'bench/peers',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return measureAgainst([BARE, ...PEERS], 'bench/peers', 7)
}

/** Against the bare engine alone. */
export async function measureChartBriefly(): Promise<Figure[]> {
  return measureAgainst([BARE], 'bench/chart-page', 5)
}
