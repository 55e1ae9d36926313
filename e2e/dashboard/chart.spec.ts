import type { Locator } from '@playwright/test'

import { recordedTexts, recordTexts, rowsOfColour, strokeOf } from '#e2e/testing/canvas.ts'
import { card, chart, draw } from '#e2e/testing/cards.ts'
import { HOUR_MS, hoursFrom } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const START = Date.parse('2026-11-13T23:00Z')
const HOURS = 168

function weekAnswer(): object {
  const wave = (hour: number) => 40_000 + 9000 * Math.sin((hour / 24) * 2 * Math.PI)
  return {
    Actual: hoursFrom(START, HOURS, (hour) => (hour >= 48 && hour < 72 ? null : wave(hour))),
    'TSO forecast': hoursFrom(START, HOURS, (hour) => wave(hour) + 500),
  }
}

function widestHole(stroke: readonly { x: number }[]): number {
  return Math.max(...stroke.slice(1).map(({ x }, index) => x - (stroke[index]?.x ?? x)))
}

/** Sum of a colour's channels; larger is lighter. */
function lightnessOf(tooltip: Locator, property: 'backgroundColor' | 'color'): Promise<number> {
  return tooltip.evaluate((element, wished) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = getComputedStyle(element)[wished]
    context.fillRect(0, 0, 1, 1)
    const channels = context.getImageData(0, 0, 1, 1).data.slice(0, 3)
    return channels.reduce((sum, channel) => sum + channel, 0)
  }, property)
}

test('the chart is 400 px high, with full readings and times @§2.3-11,12,13 @§9-5', async ({ page }) => {
  await recordTexts(page)
  await draw(page, weekAnswer())
  await expect(chart(page)).toHaveAccessibleDescription(/2 curves.*Arrow keys/s)
  // Large values keep the unit of all other figures.
  const texts = await recordedTexts(page)
  expect(texts).toEqual(expect.arrayContaining(['MW', '40,000', 'Nov 15', '00:00']))

  const box = await chart(page).boundingBox()
  expect(box?.height).toBe(400)
  await chart(page).hover({ position: { x: (box?.width ?? 0) / 2, y: 200 } })
  const tooltip = card(page).locator('.chart-tooltip-shown')
  await expect(tooltip).toContainText(/November \d+, 2026.* \d{2}:\d{2}/)
  const value = /^(–|[\d,]+\.\d{2} MW)$/
  await expect(tooltip.locator('.chart-tooltip-value')).toHaveText([value, value])

  const isLight = async () =>
    (await lightnessOf(tooltip, 'backgroundColor')) > (await lightnessOf(tooltip, 'color'))
  expect(await isLight()).toBe(true)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(isLight).toBe(false)
  // Curves are redrawn in the theme's colours.
  await expect.poll(async () => (await strokeOf(chart(page), 1)).length).toBeGreaterThan(100)
})

test('a gap stays a gap, only a forecast is dashed, and a line marks now', async ({ page }) => {
  await recordTexts(page)
  await page.clock.setFixedTime(START + 84 * HOUR_MS)
  await draw(page, {
    Actual: hoursFrom(START, HOURS + 1, (hour) => (hour >= 48 && hour < 72 ? null : 1000)),
    'TSO forecast': hoursFrom(START, HOURS + 1, () => 3000),
  })
  const actual = await strokeOf(chart(page), 0)
  const [start, end] = [actual.at(0)?.x ?? 0, actual.at(-1)?.x ?? 0]
  // The gap between values is 25 of 168 steps.
  expect(widestHole(actual) / (end - start)).toBeCloseTo(25 / 168, 2)
  const holes = (stroke: readonly { x: number }[]) =>
    stroke.filter(({ x }, index) => index > 0 && x - (stroke[index - 1]?.x ?? x) > 1).length
  expect(holes(actual)).toBe(1)
  expect(holes(await strokeOf(chart(page), 1))).toBeGreaterThan(20)

  const columns = await rowsOfColour(chart(page), '--accent', 0)
  const highest = Math.max(...columns.map((rows) => rows.length))
  expect(highest).toBeGreaterThan(300)
  const now = columns.findIndex((rows) => rows.length === highest)
  expect((now - start) / (end - start)).toBeCloseTo(0.5, 2)
  expect(await recordedTexts(page)).toContain('Now')
})

test('a curve is monotone: it rises smoothly between values and never beyond @§2.3-14', async ({ page }) => {
  const values = [0, 0, 0, 1000, 1000, 1000]
  await draw(page, { Actual: hoursFrom(START, values.length, (hour) => values[hour] ?? null) })
  const stroke = await strokeOf(chart(page), 0)
  const [first, last] = [stroke.at(0), stroke.at(-1)]
  if (!first || !last) throw new Error('nothing was drawn')
  const rise = first.y - last.y
  expect(rise).toBeGreaterThan(100)
  const shareAt = (hours: number) => {
    const x = Math.round(first.x + ((last.x - first.x) * hours) / 5)
    const nearest = stroke.reduce((best, point) =>
      Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best,
    )
    return (first.y - nearest.y) / rise
  }
  expect(Math.min(...stroke.map(({ y }) => y))).toBeGreaterThanOrEqual(last.y - 1.5)
  expect(Math.max(...stroke.map(({ y }) => y))).toBeLessThanOrEqual(first.y + 1.5)
  // After a quarter of the distance a straight line has risen by 0.25, a spline by about 0.16.
  expect(shareAt(2.25)).toBeLessThan(0.21)
  expect(shareAt(2.75)).toBeGreaterThan(0.79)
})
