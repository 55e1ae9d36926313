import type { Browser } from '@playwright/test'

import { openSignedIn, withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { CHART, notePainted, untilPainted } from './page/painted.ts'
import { withProduct } from './product.ts'
import { mainThreadTasks, TASKS, trace } from './trace.ts'

const ROUNDS = 7
const FIRST_MS = 400
const ALL_MS = 2000
const LONGEST_TASK_MS = 50
const DAY_MS = 86_400_000
const GROUPS = ['CWE', 'CEE', 'IT', 'SEE']
const TYPES = ['residual', 'solar', 'wind']
const CARDS = GROUPS.length * TYPES.length

interface Opening {
  firstMs: number
  allMs: number
  longestTaskMs: number
}

/** Twelve cards of a year hourly of a group, each with another query. Every round asks for days that were not asked for before. */
function addressOf(round: number): string {
  const day = (back: number) => new Date(Date.now() - (back + round) * DAY_MS).toISOString().slice(0, 10)
  const cards = GROUPS.flatMap((group) =>
    TYPES.map((type) => `&g=${group},${type},H,${day(365)}T00:00,${day(1)}T23:59,run`),
  )
  return `/dashboard?v=1${cards.join('')}`
}

/** From the navigation to painted charts. The browser has the files of the product, and their compiled code, from two visits before. */
async function open(browser: Browser, url: string, round: number): Promise<Opening> {
  const page = await openSignedIn(browser, url)
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  await page.addInitScript(notePainted, CHART)
  let times: number[] = []
  const events = await trace(browser, page, [TASKS], async () => {
    await page.goto(addressOf(round))
    times = await untilPainted(page, CARDS)
  })
  await page.close()
  const longestTaskMs = Math.max(...mainThreadTasks(events))
  return { firstMs: Math.min(...times), allMs: Math.max(...times), longestTaskMs }
}

/** A link with twelve cards in the built product. */
export async function measureOpenedLink(): Promise<Figure[]> {
  const rounds = await withProduct('demo', (url) =>
    withBrowser(async (browser) => {
      const openings: Opening[] = []
      for (let round = 0; round < ROUNDS; round += 1) openings.push(await open(browser, url, round))
      return openings
    }),
  )
  const figure = (what: string, which: keyof Opening, limit: number) =>
    atMost(
      {
        what: `twelve cards of a year hourly of a group opened by one link, ${what}`,
        against: 'the goal itself',
        unit: 'ms',
      },
      median(rounds.map((each) => each[which])),
      limit,
    )
  return [
    figure('first painted', 'firstMs', FIRST_MS),
    figure('all painted', 'allMs', ALL_MS),
    figure('longest task', 'longestTaskMs', LONGEST_TASK_MS),
  ]
}
