import type { Page } from '@playwright/test'

import { recordedTexts, recordTexts, rowsOfColour } from '#e2e/testing/canvas.ts'
import { card, chart, chooseFromMenu, curveButton } from '#e2e/testing/cards.ts'
import { hoursFrom, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const YEAR = '/dashboard?v=1&g=DE,residual,H,2025-11-20T00:00,2026-11-19T23:59,run'
const WEEK = Date.parse('2026-11-12T23:00Z') / 1000
const PEAK_HOUR = 4000

/** A year of hours that swings by 40 GW every day, with a single hour of 192 GW. */
const swing = (mean: number) =>
  hoursFrom(Date.parse('2025-11-19T23:00Z'), 8760, (hour) =>
    hour === PEAK_HOUR ? 192_000 : mean + 20_000 * Math.sin((hour / 24) * 2 * Math.PI),
  )

/** Number of pixel rows that a curve fills in each of its columns, and the highest row. */
async function drawnRows(page: Page, curve: string): Promise<{ filled: number[]; top: number }> {
  const columns = (await rowsOfColour(chart(page), curve, 60)).filter((rows) => rows.length > 0)
  expect(columns.length, curve).toBeGreaterThan(300)
  return { filled: columns.map((rows) => rows.length), top: Math.min(...columns.flat()) }
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

test.beforeEach(async ({ page }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) =>
    route.fulfill({ json: { Actual: swing(40_000), 'TSO forecast': swing(44_000) } }),
  )
})

const choice = (page: Page) => card(page).getByRole('button', { name: 'Daily mean and range' })

test('a year of hours is drawn value by value, or as chosen by mean and range', async ({ page, hand }) => {
  await page.goto(YEAR)
  await expect(choice(page)).toHaveAttribute('aria-pressed', 'false')
  // The measured curve is drawn over the forecast, whose dashes would cover it.
  const byValue = await drawnRows(page, '--curve-0')
  // A day's range of hours is a fifth of the axis.
  expect(median(byValue.filled)).toBeGreaterThan(40)
  // The plot begins at 28 px and is 328 px high. Its axis ends a little above the single peak.
  expect(byValue.top).toBeLessThan(28 + 40)

  await hand.press(choice(page))
  await expect(choice(page)).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(/,run,mean$/)
  for (const curve of ['--curve-0', '--curve-1']) {
    const { filled, top } = await drawnRows(page, curve)
    expect(Math.max(...filled), curve).toBeLessThan(40)
    expect(top, curve).toBeGreaterThan(28 + 100)
  }
  await hand.expectAccessible()
  await Promise.all([page.waitForEvent('download'), chooseFromMenu(page, hand, 'Download PNG')])
  expect(await recordedTexts(page)).toContain('Daily mean and range')

  await page.goto(page.url().replace(',mean', `,mean,zoom:${WEEK}-${WEEK + 5 * 86_400}`))
  await expect(curveButton(page, 'Actual')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Zoom out' })).toBeVisible()
  await expect(card(page).getByRole('button', { name: /mean and range/ })).toBeHidden()
  await hand.press(card(page).getByRole('button', { name: 'Reset zoom' }))
  await expect(choice(page)).toHaveAttribute('aria-pressed', 'true')
  await hand.press(choice(page))
  await expect(page).toHaveURL(/,run$/)
})
