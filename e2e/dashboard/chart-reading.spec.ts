import type { Page } from '@playwright/test'

import { boxOf } from '#e2e/testing/boxes.ts'
import { card, chart, curveButton, runQuery, legendRow } from '#e2e/testing/cards.ts'
import { hoursFrom, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { type Hand, inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'
import { dragFingers } from '#e2e/testing/touch.ts'

const START = Date.parse('2026-11-13T23:00Z')
const ANSWER = {
  Actual: hoursFrom(START, 168, (hour) => 40_000 + hour),
  'TSO forecast': hoursFrom(START, 168, (hour) => 41_000 - hour),
}

const tooltip = (page: Page) => page.locator('.chart-tooltip-shown')
const reset = (page: Page) => card(page).getByRole('button', { name: 'Reset zoom' })
const figures = (page: Page, name: string) => legendRow(page, name).getByRole('cell')

test.beforeEach(async ({ page, hand }) => {
  await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
  await page.goto('/dashboard')
  await runQuery(page, hand)
})

async function zoomIn(page: Page, { way }: Hand): Promise<void> {
  const { x, y, width } = await boxOf(chart(page))
  if (way === 'keyboard') {
    await chart(page).focus()
    await page.keyboard.press('+')
    return
  }
  await page.mouse.move(x + width * 0.4, y + 150)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.6, y + 150, { steps: 5 })
  await page.mouse.up()
}

inBothWays(() => {
  test('zooms in and out in every way, without asking the server again', async ({ page, hand }) => {
    const queries = queriesOf(page)
    const [lowest, highest] = ['40,000 Nov 14, 00:00', '40,167 Nov 20, 23:00']
    await expect(figures(page, 'Actual')).toHaveText([lowest, '40,084', highest, '40,167', '', ''])
    await zoomIn(page, hand)
    await expect(reset(page)).toBeVisible()
    // The legend's figures are for the time shown.
    await expect(figures(page, 'Actual').first()).not.toHaveText(/^40,000 /)
    await hand.expectAccessible()
    if (hand.way === 'keyboard') await page.keyboard.press('0')
    else await chart(page).dblclick({ position: { x: 300, y: 150 } })
    await expect(reset(page)).toBeHidden()
    await expect(figures(page, 'Actual').first()).toHaveText(/^40,000 /)

    await zoomIn(page, hand)
    await hand.press(reset(page))
    await expect(reset(page)).toBeHidden()
    await expect(card(page).getByRole('application')).toBeFocused()
    await hand.press(card(page).getByRole('button', { name: 'Zoom in' }))
    await expect(reset(page)).toBeVisible()
    await hand.press(card(page).getByRole('button', { name: 'Zoom out' }))
    await expect(reset(page)).toBeHidden()
    expect(queries).toEqual([])
  })

  test('reading one card shows the same moment and its values on the other', async ({ page, hand }) => {
    await page.setViewportSize({ width: 1280, height: 1400 })
    await hand.press(page.getByRole('button', { name: 'Add Graph' }))
    await runQuery(page, hand, 2)
    const lines = page.locator('.u-cursor-x')
    const places = () => lines.evaluateAll((all) => all.map((line) => getComputedStyle(line).transform))
    const away = (await places())[1]
    if (hand.way === 'keyboard') {
      await chart(page, 1).focus()
      await page.keyboard.press('PageDown')
      await page.keyboard.press('PageDown')
    } else await chart(page, 1).hover({ position: { x: 300, y: 200 } })
    await expect.poll(async () => (await places())[1]).not.toBe(away)
    const [first, second] = await places()
    expect(second).toBe(first)
    const valuesOf = (position: number) =>
      card(page, position).locator('.chart-tooltip-shown .chart-tooltip-value')
    await expect(valuesOf(1).first()).toContainText(/MW/)
    await expect(valuesOf(2)).toHaveText(await valuesOf(1).allInnerTexts())
    await hand.expectAccessible()
    await (hand.way === 'keyboard' ? page.keyboard.press('Escape') : page.mouse.move(2, 2))
    await expect.poll(async () => (await places())[1]).not.toBe(second)
    await expect(valuesOf(2)).toHaveCount(0)
  })

  test('a curve is hidden, shown, and shown alone, and keeps its figures', async ({ page, hand }) => {
    const isShown = (name: string, shown: boolean) =>
      expect(curveButton(page, name)).toHaveAttribute('aria-pressed', String(shown))
    // The select that chooses a figure on a phone is hidden.
    await expect(card(page).getByRole('columnheader')).toHaveText(
      [/MW$/, 'Min', 'Mean', 'Max', 'Last', /^Bias \d+\sh$/, /^MAE \d+\sh$/],
      { useInnerText: true },
    )
    await hand.press(curveButton(page, 'Actual'))
    await isShown('Actual', false)
    await expect(figures(page, 'Actual').nth(3)).toHaveText('40,167')
    await hand.press(curveButton(page, 'Actual'))
    await isShown('Actual', true)

    const showForecastOnly = async () => {
      if (hand.way === 'mouse') return curveButton(page, 'TSO forecast').click({ modifiers: ['Alt'] })
      await curveButton(page, 'Actual').focus()
      await page.keyboard.press('ArrowDown')
      return page.keyboard.press('Shift+Enter')
    }
    await showForecastOnly()
    await isShown('Actual', false)
    await isShown('TSO forecast', true)
    await hand.expectAccessible()
    await showForecastOnly()
    await isShown('Actual', true)
  })
})

test('the chart is one tab stop; its keys move from moment to moment and announce them', async ({ page }) => {
  await chart(page).focus()
  await page.keyboard.press('Home')
  await expect(tooltip(page)).toContainText('November 14, 2026')
  await expect(page.locator('[aria-live="polite"]').filter({ hasText: /40,000\.00/ })).toHaveCount(1)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+ArrowRight')
  await expect(tooltip(page)).toContainText('01:00')
  await page.keyboard.press('End')
  await expect(tooltip(page)).toContainText('40,167.00')
  await page.keyboard.press('+')
  await expect(reset(page)).toBeVisible()
  await page.keyboard.press('-')
  await expect(reset(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(tooltip(page)).toHaveCount(0)
  await page.keyboard.press('Tab')
  await expect(card(page).getByRole('button', { name: 'Zoom in' })).toBeFocused()
})

test.describe('touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('a finger reads, two fingers zoom', async ({ page, context }) => {
    const cdp = await context.newCDPSession(page)
    await chart(page).scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(chart(page))
    const middle = y + 150
    await dragFingers(cdp, [[x + 100, middle]], [[x + 200, middle]])
    await expect(tooltip(page)).toBeVisible()
    // Below the plot, so that finger and reading leave it free. A tap on the reading does not press what it covers.
    expect((await boxOf(tooltip(page))).y).toBeGreaterThanOrEqual(y + 400)
    await tooltip(page).tap()
    await expect(tooltip(page)).toBeHidden()
    await expect(page.locator('.chart-legend-curve[aria-pressed=false]')).toHaveCount(0)
    await expect(reset(page)).toBeHidden()
    const fingers = (left: number, right: number) => [left, right].map((at) => [x + at, middle] as const)
    await dragFingers(cdp, fingers(150, 180), fingers(90, 250))
    await expect(reset(page)).toBeVisible()
    await reset(page).tap()
    await expect(reset(page)).toBeHidden()
  })

  test('the reading floats beside a mouse and docks below a finger', async ({ page, context }) => {
    // A phone has no room beside the crosshair.
    await page.setViewportSize({ width: 1024, height: 844 })
    const cdp = await context.newCDPSession(page)
    await chart(page).scrollIntoViewIfNeeded()
    const { x, y } = await boxOf(chart(page))
    await page.mouse.move(x + 120, y + 150)
    await expect(tooltip(page)).toBeVisible()
    await expect(tooltip(page)).not.toHaveClass(/docked/)
    await dragFingers(cdp, [[x + 100, y + 150]], [[x + 200, y + 150]])
    await expect(tooltip(page)).toHaveClass(/docked/)
    await page.mouse.move(x + 140, y + 150)
    await expect(tooltip(page)).not.toHaveClass(/docked/)
  })
})
