import type { Locator, Page } from '@playwright/test'

import { COLUMNS_TYPE, CURVE_NAMES, type QueryColumns } from '#contract/query.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { QUERY } from '#e2e/testing/graphs.ts'
import { chooseEntry, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const CARDS = 12
const READINGS = 20
const YEAR_S = Date.parse('2025-11-19T23:00Z') / 1000
const YEAR_HOURS = Array.from({ length: 8760 }, (_, hour) => hour)

/** A year by columns, as for our own pages. The test server stores less than a year. */
const ANSWER = JSON.stringify({
  timesS: YEAR_HOURS.map((hour) => YEAR_S + hour * 3600),
  curves: (['actual', 'tso', 'model'] as const).map((kind, index) => ({
    name: CURVE_NAMES[kind],
    kind,
    powerMw: YEAR_HOURS.map((hour) => 4e4 + 1e3 * index + 2e4 * Math.sin((hour / 24) * 2 * Math.PI)),
  })),
} satisfies QueryColumns)

async function read(page: Page, chart: Locator, readings: number): Promise<void> {
  const box = await boxOf(chart)
  for (let step = 1; step <= readings; step += 1)
    await page.mouse.move(box.x + 60 + (step / READINGS) * (box.width - 120), box.y + 150)
  for (let step = 1; step <= readings; step += 1) await page.keyboard.press('ArrowRight')
}

/** Counts added and removed nodes outside readings. */
async function countNodesChanged(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.nodesChanged = 0
    const observer = new MutationObserver((records) => {
      // A reading changes texts and moves lines; React would add or remove nodes.
      for (const { addedNodes, removedNodes, target } of records) {
        const isReading =
          target instanceof Element && target.closest('.chart-tooltip, .u-over, [aria-live]') !== null
        if (!isReading) window.nodesChanged += addedNodes.length + removedNodes.length
      }
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('reading one of twelve cards renders no other; two columns fit 4,500 px', async ({ page, hand }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route(QUERY, (route) => route.fulfill({ contentType: COLUMNS_TYPE, body: ANSWER }))
  const card = '&g=SEE,residual,H,2025-11-20T00:00,2026-11-19T23:59,run'
  await page.goto(`/dashboard?v=1${card.repeat(CARDS)}`)
  const charts = page.getByRole('application')
  await expect(charts).toHaveCount(CARDS, { timeout: 60_000 })
  const legends = page.getByRole('table', { name: /Curves/ })
  await expect(legends).toHaveCount(CARDS)
  await charts.first().focus()
  // The first reading of a chart builds its tooltip.
  await read(page, charts.first(), 1)
  await countNodesChanged(page)
  await read(page, charts.first(), READINGS)
  // Only cards in sight also show their values.
  await expect(charts.first().locator('.chart-tooltip-shown')).toHaveCount(1)
  expect(await page.locator('.chart-tooltip-shown').count()).toBeLessThan(CARDS / 2)
  expect(await page.evaluate(() => window.nodesChanged)).toBe(0)

  // Eleven curves have long legends.
  const data = { '2026-11-18T23:00:00Z': 1000, '2026-11-19T00:00:00Z': 1100 }
  const names = Array.from('ABCDEFGHIJK', (name) => `Area ${name}`)
  await page.route(QUERY, (route) =>
    route.fulfill({ json: Object.fromEntries(names.map((name) => [name, { data }])) }),
  )
  await hand.press(page.getByRole('button', { name: 'Run all' }))
  await expect(legends.getByRole('button', { name: 'Area K', exact: true })).toHaveCount(CARDS)
  const heightPx = () => page.evaluate(() => document.documentElement.scrollHeight)
  const arrange = (item: string) => chooseEntry(page, hand, 'Options of the dashboard', item)
  await arrange('Two columns')
  await expect(page.getByRole('button', { name: 'Run Query' })).toHaveCount(0)
  await expect.poll(heightPx).toBeLessThanOrEqual(4500)
  await expect(page).toHaveURL(/(,run,half.*){12}/)
  await arrange('One column')
  await expect.poll(heightPx).toBeGreaterThan(6000)
  await hand.expectAccessible()
})

declare global {
  interface Window {
    nodesChanged: number
  }
}
