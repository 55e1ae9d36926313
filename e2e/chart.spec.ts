import type { Page } from '@playwright/test'

import { expect, test } from './test.ts'

const QUERY = '**/energia/common-query'
const HOUR_MS = 3_600_000
const START = Date.parse('2026-11-13T23:00:00Z')
const HOURS = 168

/** A week of hours: one curve with a gap of a day, one forecast that goes on. */
function weekAnswer(): object {
  const stamps = Array.from({ length: HOURS }, (_, hour) => new Date(START + hour * HOUR_MS).toISOString())
  const wave = (hour: number) => 40_000 + 9_000 * Math.sin((hour / 24) * 2 * Math.PI)
  return {
    Actual: {
      data: Object.fromEntries(
        stamps.map((stamp, hour) => [stamp, hour >= 48 && hour < 72 ? null : wave(hour)]),
      ),
    },
    'TSO forecast': { data: Object.fromEntries(stamps.map((stamp, hour) => [stamp, wave(hour) + 500])) },
  }
}

async function drawWeek(page: Page): Promise<void> {
  await page.route(QUERY, (route) => route.fulfill({ json: weekAnswer() }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Run Query' }).first().click()
  await expect(chart(page)).toBeVisible()
}
const chart = (page: Page) => page.getByRole('application').first()
const tooltip = (page: Page) => page.locator('.chart-tooltip-shown').first()

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })

    test('the chart is 400 px high and reads full date, 24-hour time and two decimals', async ({
      signedIn: page,
    }) => {
      await drawWeek(page)
      const box = await chart(page).boundingBox()
      expect(box?.height).toBe(400)
      await chart(page).hover({ position: { x: (box?.width ?? 0) / 2, y: 200 } })
      await expect(tooltip(page)).toContainText(/November \d+, 2026.* \d{2}:\d{2}/)
      const values = await tooltip(page).locator('.chart-tooltip-values').innerText()
      expect(values).toMatch(/^((–|[\d,]+\.\d{2} MW)(\n|$)){2}$/)
      const [background = 0, ink = 0] = await tooltip(page).evaluate((element) => {
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

    test('a drag zooms, a double click and Reset zoom undo it, and the server is not asked again', async ({
      signedIn: page,
    }) => {
      await drawWeek(page)
      let asked = 0
      page.on('request', (request) => {
        if (request.url().includes('common-query')) asked += 1
      })
      const box = await chart(page).boundingBox()
      if (!box) throw new Error('the chart has no box')
      const drag = async () => {
        await page.mouse.move(box.x + box.width * 0.4, box.y + 150)
        await page.mouse.down()
        await page.mouse.move(box.x + box.width * 0.6, box.y + 150, { steps: 5 })
        await page.mouse.up()
      }
      const reset = page.getByRole('button', { name: 'Reset zoom' })
      await drag()
      await expect(reset).toBeVisible()
      await page.mouse.dblclick(box.x + box.width * 0.5, box.y + 150)
      await expect(reset).toBeHidden()
      await drag()
      await reset.click()
      await expect(reset).toBeHidden()
      expect(asked).toBe(0)
    })

    test('the legend tells min, mean, max and last, hides a curve and leaves one alone', async ({
      signedIn: page,
    }) => {
      await drawWeek(page)
      const legend = page.getByRole('table', { name: /Curves/ }).first()
      await expect(legend.getByRole('columnheader')).toHaveText([/MW/, 'Min', 'Mean', 'Max', 'Last'])
      const actual = legend.getByRole('button', { name: 'Actual', exact: true })
      const forecast = legend.getByRole('button', { name: 'TSO forecast', exact: true })
      await expect(actual).toHaveAttribute('aria-pressed', 'true')
      await actual.click()
      await expect(actual).toHaveAttribute('aria-pressed', 'false')
      await actual.click()
      await forecast.click({ modifiers: ['Alt'] })
      await expect(actual).toHaveAttribute('aria-pressed', 'false')
      await expect(forecast).toHaveAttribute('aria-pressed', 'true')
      await forecast.press('Shift+Enter')
      await expect(actual).toHaveAttribute('aria-pressed', 'true')
    })

    test('the keyboard reads the moments, announces them and zooms', async ({ signedIn: page }) => {
      await drawWeek(page)
      await chart(page).focus()
      await page.keyboard.press('Home')
      await expect(tooltip(page)).toContainText('November 14, 2026')
      await expect(page.locator('[aria-live="polite"]').filter({ hasText: /40,000\.00/ })).toHaveCount(1)
      await page.keyboard.press('ArrowRight')
      await expect(tooltip(page)).toContainText('01:00')
      await page.keyboard.press('+')
      await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeVisible()
      await page.keyboard.press('0')
      await expect(page.getByRole('button', { name: 'Reset zoom' })).toBeHidden()
    })

    test('hovering one card shows the same moment on the other', async ({ signedIn: page }) => {
      await drawWeek(page)
      await page.getByRole('button', { name: 'Add Graph' }).click()
      await page.getByRole('button', { name: 'Run Query' }).nth(1).click()
      await expect(page.getByRole('application')).toHaveCount(2)
      await chart(page).hover({ position: { x: 300, y: 200 } })
      const lines = page.locator('.u-cursor-x')
      await expect(lines).toHaveCount(2)
      const places = () => lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).transform))
      await expect
        .poll(places)
        .toEqual([expect.stringContaining('matrix'), expect.stringContaining('matrix')])
      const [first, second] = await places()
      expect(second).toBe(first)
      await page.mouse.move(2, 2)
      await expect.poll(async () => (await places())[1]).not.toBe(first)
    })
  })
}

test('the chart has a summary in words for who cannot see it', async ({ signedIn: page }) => {
  await drawWeek(page)
  await expect(chart(page)).toHaveAccessibleDescription(/2 curves.*Arrow keys/s)
})

test('a curve is monotone: it rises smoothly between two values and never beyond them', async ({
  signedIn: page,
}) => {
  const values = [0, 0, 0, 1000, 1000, 1000]
  const data = Object.fromEntries(
    values.map((value, hour) => [new Date(START + hour * HOUR_MS).toISOString(), value]),
  )
  await page.route(QUERY, (route) => route.fulfill({ json: { Actual: { data } } }))
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Run Query' }).click()
  await expect(chart(page).locator('canvas')).toBeVisible()
  /** Middle of the stroke in each column of the canvas, in its own pixels; null where there is none. */
  const heights = await chart(page).evaluate((element) => {
    const canvas = element.querySelector('canvas')
    const context = canvas?.getContext('2d')
    if (!canvas || !context) return []
    const hex = getComputedStyle(element).getPropertyValue('--curve-0').trim()
    const stroke = [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
    const { data: pixels } = context.getImageData(0, 0, canvas.width, canvas.height)
    const isStroke = (at: number) =>
      stroke.every((channel, index) => Math.abs((pixels[at + index] ?? 0) - channel) < 60)
    return Array.from({ length: canvas.width }, (_, x) => {
      const rows = Array.from({ length: canvas.height }, (_, y) => y).filter((y) => {
        const at = (y * canvas.width + x) * 4
        return (pixels[at + 3] ?? 0) > 200 && isStroke(at)
      })
      return rows.length === 0 ? null : rows.reduce((sum, y) => sum + y, 0) / rows.length
    })
  })
  const drawn = heights.flatMap((height, x) => (height === null ? [] : [{ x, height }]))
  const [first, last] = [drawn.at(0), drawn.at(-1)]
  if (!first || !last) throw new Error('nothing was drawn')
  const rise = first.height - last.height
  expect(rise).toBeGreaterThan(100)
  const shareAt = (hours: number) => {
    const x = Math.round(first.x + ((last.x - first.x) * hours) / 5)
    const { height } = drawn.reduce((best, point) =>
      Math.abs(point.x - x) < Math.abs(best.x - x) ? point : best,
    )
    return (first.height - height) / rise
  }
  expect(Math.min(...drawn.map(({ height }) => height))).toBeGreaterThanOrEqual(last.height - 1.5)
  expect(Math.max(...drawn.map(({ height }) => height))).toBeLessThanOrEqual(first.height + 1.5)
  // A quarter of the way a straight line has risen by 0.25, a smooth one by about 0.16.
  expect(shareAt(2.25)).toBeLessThan(0.21)
  expect(shareAt(2.75)).toBeGreaterThan(0.79)
})
