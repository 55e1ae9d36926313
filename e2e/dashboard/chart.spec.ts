import type { Page } from '@playwright/test'

import { recordedTexts, recordTexts, rowsOfColour, strokeOf } from '#e2e/testing/canvas.ts'
import { card, chart, HOUR_MS, hoursFrom, QUERY, runButton } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

const START = Date.parse('2026-11-13T23:00:00Z')
const HOURS = 168

async function draw(page: Page, answer: object): Promise<void> {
  await page.route(QUERY, (route) => route.fulfill({ json: answer }))
  await page.goto('/dashboard')
  await runButton(page).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
}

/** A week of hours: one curve with a gap of a day, one forecast. */
function weekAnswer(): object {
  const wave = (hour: number) => 40_000 + 9000 * Math.sin((hour / 24) * 2 * Math.PI)
  return {
    Actual: hoursFrom(START, HOURS, (hour) => (hour >= 48 && hour < 72 ? null : wave(hour))),
    'TSO forecast': hoursFrom(START, HOURS, (hour) => wave(hour) + 500),
  }
}

/** The largest step from one column of a stroke to the next. */
function widestHole(stroke: readonly { x: number }[]): number {
  return Math.max(...stroke.slice(1).map(({ x }, index) => x - (stroke[index]?.x ?? x)))
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('the chart is 400 px high and reads full date, 24-hour time and two decimals', async ({
      signedIn: page,
    }) => {
      await draw(page, weekAnswer())
      const box = await chart(page).boundingBox()
      expect(box?.height).toBe(400)
      await chart(page).hover({ position: { x: (box?.width ?? 0) / 2, y: 200 } })
      const tooltip = card(page).locator('.chart-tooltip-shown')
      await expect(tooltip).toContainText(/November \d+, 2026.* \d{2}:\d{2}/)
      const values = await tooltip.locator('.chart-tooltip-values').innerText()
      expect(values).toMatch(/^((–|[\d,]+\.\d{2} MW)(\n|$)){2}$/)
      const [background = 0, ink = 0] = await tooltip.evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        const context = document.createElement('canvas').getContext('2d')
        return [backgroundColor, color].map((colour) => {
          if (!context) return 0
          context.fillStyle = colour
          context.fillRect(0, 0, 1, 1)
          return context
            .getImageData(0, 0, 1, 1)
            .data.slice(0, 3)
            .reduce((sum, channel) => sum + channel, 0)
        })
      })
      expect(colorScheme === 'dark' ? background < ink : background > ink).toBe(true)
    })

    test('a gap stays a gap, and only a forecast is dashed', async ({ signedIn: page }) => {
      const gap = (hour: number) => (hour >= 48 && hour < 72 ? null : 1000)
      await draw(page, {
        Actual: hoursFrom(START, HOURS, gap),
        'TSO forecast': hoursFrom(START, HOURS, () => 3000),
      })
      const actual = await strokeOf(chart(page), 0)
      const length = (actual.at(-1)?.x ?? 0) - (actual.at(0)?.x ?? 0)
      // From the last value before the gap to the first after it are 25 of 167 steps.
      expect(widestHole(actual) / length).toBeCloseTo(25 / 167, 2)
      const holes = (stroke: readonly { x: number }[]) =>
        stroke.filter(({ x }, index) => index > 0 && x - (stroke[index - 1]?.x ?? x) > 1).length
      expect(holes(actual)).toBe(1)
      expect(holes(await strokeOf(chart(page), 1))).toBeGreaterThan(20)
    })

    test('a line marks now', async ({ signedIn: page }) => {
      await recordTexts(page)
      await page.clock.setFixedTime(START + 84 * HOUR_MS)
      await draw(page, { Actual: hoursFrom(START, HOURS + 1, () => 1000) })
      const curve = await strokeOf(chart(page), 0)
      const columns = await rowsOfColour(chart(page), '--accent', 0)
      const highest = Math.max(...columns.map((rows) => rows.length))
      expect(highest).toBeGreaterThan(300)
      const share =
        (columns.findIndex((rows) => rows.length === highest) - (curve.at(0)?.x ?? 0)) /
        ((curve.at(-1)?.x ?? 0) - (curve.at(0)?.x ?? 0))
      expect(share).toBeCloseTo(0.5, 2)
      expect(await recordedTexts(page)).toContain('Now')
    })

    test('the axes have moments, and values in the unit of all other figures, however large', async ({
      signedIn: page,
    }) => {
      await recordTexts(page)
      await draw(page, weekAnswer())
      expect(await recordedTexts(page)).toContain('MW')
      expect(await recordedTexts(page)).toContain('40,000')
      expect(await recordedTexts(page)).toContain('Nov 15')
      expect(await recordedTexts(page)).toContain('00:00')
    })
  })
}

test('screen readers get a summary of the chart in words', async ({ signedIn: page }) => {
  await draw(page, weekAnswer())
  await expect(chart(page)).toHaveAccessibleDescription(/2 curves.*Arrow keys/s)
})

test('a curve is monotone: it rises smoothly between two values and never beyond them', async ({
  signedIn: page,
}) => {
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
  // A quarter of the way a straight line has risen by 0.25, a smooth one by about 0.16.
  expect(shareAt(2.25)).toBeLessThan(0.21)
  expect(shareAt(2.75)).toBeGreaterThan(0.79)
})
