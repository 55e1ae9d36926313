import type { Page } from '@playwright/test'

import { openSignedIn, withBrowser } from './browser.ts'
import { atMost, type Figure, median } from './figure.ts'
import { withProduct } from './product.ts'
import { mainThreadTasks, TASKS, trace } from './trace.ts'

const CARDS = 12
const ROUNDS = 5
/** The duration of one pass over a card: about as long as a person takes to read it. */
const MOVES = 180
const MOVE_EVERY_MS = 8
const LONGEST_TASK_MS = 50
const DAY_MS = 86_400_000

/** One year, hourly, up to yesterday, compared with the week before. Our forecasts cover only the last months. */
function cardOfAYear(): string {
  const day = (back: number) => new Date(Date.now() - back * DAY_MS).toISOString().slice(0, 10)
  return `DE,residual,H,${day(365)}T00:00,${day(1)}T23:59,run,week`
}

/** Moves the mouse across the first chart, up and down. */
async function hover(page: Page): Promise<void> {
  const box = await page.locator('.u-over').first().boundingBox()
  if (box === null) throw new Error('no chart was drawn')
  for (let move = 0; move < MOVES; move += 1) {
    const y = box.y + box.height * (0.5 + 0.3 * Math.sin(move / 8))
    await page.mouse.move(box.x + (box.width * (move + 0.5)) / MOVES, y)
    await page.waitForTimeout(MOVE_EVERY_MS)
  }
  await page.mouse.move(0, 0)
}

/** The longest task on the dashboard of the built product while the mouse moves over one of twelve cards. */
export async function measureDashboardHover(): Promise<Figure[]> {
  const longest = await withProduct('demo', (url) =>
    withBrowser(async (browser) => {
      const page = await openSignedIn(browser, url)
      await page.goto(`/dashboard?v=1${`&g=${cardOfAYear()}`.repeat(CARDS)}`)
      await page
        .locator('.u-over')
        .nth(CARDS - 1)
        .waitFor()
      await page.locator('.u-over').first().scrollIntoViewIfNeeded()
      await page.waitForLoadState('networkidle')
      const rounds: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const tasks = mainThreadTasks(await trace(browser, page, [TASKS], () => hover(page)))
        if (tasks.length < MOVES) throw new Error('the trace lacks the tasks of the page')
        rounds.push(Math.max(...tasks))
      }
      if (!(await page.locator('.chart-tooltip').first().textContent())?.includes('MW'))
        throw new Error('the chart was not read')
      return median(rounds)
    }),
  )
  return [
    atMost(
      {
        what: 'longest task while a mouse moves over one of twelve cards of the built product, a year hourly each',
        against: 'a task nobody notices',
        unit: 'ms',
      },
      longest,
      LONGEST_TASK_MS,
    ),
  ]
}
