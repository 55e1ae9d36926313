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
      for (const value of await tooltip(page).locator('.chart-tooltip-value').allTextContents()) {
        expect(value).toMatch(/^(–|[\d,]+\.\d{2} MW)$/)
      }
      const colours = await tooltip(page).evaluate((element) => {
        const { backgroundColor, color } = getComputedStyle(element)
        return [backgroundColor, color].map((text) => Number(/\d+/.exec(text)?.[0]))
      })
      const [background = 0, ink = 0] = colours
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
      await expect.poll(async () => (await places())[1]).toContain('-10')
    })
  })
}

test('the chart has a summary in words for who cannot see it', async ({ signedIn: page }) => {
  await drawWeek(page)
  await expect(chart(page)).toHaveAccessibleDescription(/2 curves.*Arrow keys/s)
})
