import type { Browser, Page } from '@playwright/test'

import { runNpm } from '#scripts/npm.js'

import { openPage, startBrowser, traceTasks } from './browser.ts'
import { compare, type Figure, inRounds } from './figures.ts'

const PEERS = ['ECharts', 'Chart.js', 'Plotly', 'Recharts']
const FASTEST_PEER = 'the best of ECharts, Chart.js, Plotly and Recharts'
/** Relative to the fastest other library. */
const GOALS = [
  { points: 168, paint: 1.1, hover: 0.6 },
  { points: 8760, paint: 1, hover: 0.6 },
] as const
const [ROUNDS, WARM_UPS] = [7, 2]
const MOVES = 15
/** Longer than libraries wait between two readings, so that each move is read. */
const MOVE_EVERY_MS = 80
const [WIDTH_PX, HEIGHT_PX] = [1100, 400]

/** Main-thread milliseconds: until the chart is painted, and from one mouse move until its reading. */
interface Drawn {
  paint: number
  hover: number
}

async function drawOnce(browser: Browser, page: Page, subject: string, points: number): Promise<Drawn> {
  const mark = (name: string) => page.evaluate((one) => void performance.mark(one), name)
  const tasks = await traceTasks(browser, page, async () => {
    await page.evaluate(([name, count]) => window.mountChart(name, count), [subject, points] as const)
    const { x, y } = (await page.locator('#stage').boundingBox()) ?? { x: 0, y: 0 }
    const moveTo = async (share: number) => {
      const down = 0.5 + 0.1 * Math.sin(9 * share)
      await page.mouse.move(x + WIDTH_PX * (0.2 + 0.6 * share), y + HEIGHT_PX * down)
      await page.waitForTimeout(MOVE_EVERY_MS)
      // Waits until the page is idle.
      await page.evaluate(() => null)
    }
    // Entering is not counted.
    await moveTo(0)
    await mark('hover')
    for (let move = 1; move <= MOVES; move += 1) await moveTo(move / MOVES)
    await mark('read')
  })
  if (!(await page.evaluate(() => window.isRead())))
    throw new Error(`${subject} shows no values at the pointer`)
  await page.mouse.move(0, 0)
  await page.evaluate(() => window.unmountChart())
  return { paint: tasks.msBetween('mount', 'painted'), hover: tasks.msBetween('hover', 'read') / MOVES }
}

/** The product's chart against the fastest other library. All take turns in each round. */
export async function measureChart(): Promise<Figure[]> {
  // Only this benchmark needs these packages.
  runNpm(['ci', '--no-audit', '--no-fund', '--no-json'], {
    cwd: 'bench/peers',
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const browser = await startBrowser()
  const page = await openPage(browser, 'bench/peers')
  const figures: Figure[] = []
  for (const { points, ...goals } of GOALS) {
    const drawn = await inRounds(ROUNDS, WARM_UPS, async () => {
      const [product, peers] = [await drawOnce(browser, page, 'product', points), [] as Drawn[]]
      for (const peer of PEERS) peers.push(await drawOnce(browser, page, peer, points))
      return { product, peers }
    })
    for (const work of ['paint', 'hover'] as const) {
      const what = `chart, 4 × ${points.toLocaleString('en')} points, ${work}`
      const rounds = drawn.map(({ product, peers }) => ({
        product: product[work],
        reference: Math.min(...peers.map((peer) => peer[work])),
      }))
      figures.push(compare({ what, against: FASTEST_PEER, unit: 'ms' }, rounds, goals[work]))
    }
  }
  return figures
}
