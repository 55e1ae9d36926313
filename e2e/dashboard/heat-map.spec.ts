import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { recordedTexts, recordTexts } from '#e2e/testing/canvas.ts'
import { card, chart, chooseForm, download, downloadText, runQuery, legendRow } from '#e2e/testing/cards.ts'
import { hoursFrom, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

/** Midnight in the browser's zone, 24 October 2026. The clock goes back in the second night. */
const START = Date.parse('2026-10-23T22:00Z')

/** Three days: 1,000 MW more each hour, from −2,000 MW on. */
const ANSWER = {
  Actual: hoursFrom(START, 73, (hour) => (hour === 30 ? null : hour * 1000 - 2000)),
  'TSO forecast': hoursFrom(START, 73, () => 500),
}

inBothWays(() => {
  test('the heat map is read cell by cell; its address keeps curve and days', async ({ page, hand }) => {
    await recordTexts(page)
    await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
    await page.goto('/dashboard')
    const queries = queriesOf(page)
    await runQuery(page, hand)
    const workdays = card(page).getByRole('switch', { name: /^Working days only/ })
    await expect(workdays).toBeHidden()
    await chooseForm(page, hand, 'Heat map')
    const isPressed = (pressed: boolean) =>
      card(page).getByRole('button', { name: /^(Curves|Heat map)$/, pressed })
    await expect(isPressed(true)).toHaveAccessibleName('Heat map')
    await expect(isPressed(false)).toHaveAccessibleName('Curves')
    const map = chart(page)
    await expect(map).toHaveAccessibleName(/heat map.*, Actual$/)
    await expect(map).toHaveAccessibleDescription(
      /3 days by 24 hours\. Lowest −2,000\.00 MW on Oct 24, 2026, 00:00, .* 2 values are below zero\./,
    )
    await expect.poll(() => recordedTexts(page)).toContain('below zero')
    await expect(page).toHaveURL(/,run,heat/)
    expect(queries).toHaveLength(1)

    // The second of the two hours from 02:00 on is the lower half of its cell.
    const tooltip = card(page).locator('.chart-tooltip-shown')
    if (hand.way === 'mouse') {
      const box = await boxOf(map)
      const left = box.x + 44 + (box.width - 56) / 2
      const rowPx = (box.height - 74) / 24
      await page.mouse.move(left, box.y + 8 + rowPx * 2.75)
    } else {
      await map.focus()
      await page.keyboard.press('Home')
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
    }
    await expect(tooltip).toContainText('Sunday, October 25, 2026 at 02:00 CET')
    await expect(tooltip).toContainText('25,000.00 MW')
    await hand.expectAccessible()

    await hand.press(card(page).getByRole('button', { name: / Curve$/ }))
    await hand.take(page.getByRole('option', { name: 'TSO forecast' }))
    await expect(map).toHaveAccessibleName(/, TSO forecast$/)
    await hand.press(workdays)
    await expect(page).toHaveURL(/,heat,workdays/)
    await page.reload()
    await expect(map).toHaveAccessibleName(/heat map, working days only.*, TSO forecast$/)
    await expect(workdays).toBeChecked()
  })
})

test('heat map, duration curves and errors have tables and files, of working days too', async ({
  page,
  hand,
}) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
  await page.goto('/dashboard?v=1&g=CWE,residual,H,2026-10-24T00:00,2026-10-26T23:59,run,heat,of:gone')
  await expect(chart(page)).toHaveAccessibleName(/, Actual$/)
  const csv = await downloadText(page, hand, 'Download CSV')
  expect(csv).toContain('02:00 (MW, Demo data)","02:00 (2) (MW, Demo data)"')
  expect(csv).toContain('\r\n2026-10-25,22000,23000,24000,25000,26000,27000,,29000,30000,')
  await downloadText(page, hand, 'Download PNG')
  expect(await recordedTexts(page)).toContain('Residual Load, Central Western Europe: heat map, Actual')
  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('row')).toHaveCount(4)
  await expect(card(page).getByRole('row').nth(1).getByRole('cell').first()).toHaveText('−2,000')
  await chooseForm(page, hand, 'Table')

  const workdays = card(page).getByRole('switch', { name: /^Working days only/ })
  await hand.press(workdays)
  // October 24 and 25 are a weekend.
  await expect(chart(page)).toHaveAccessibleName(/heat map, working days only/)
  await expect(chart(page)).toHaveAccessibleDescription(/Lowest 47,000\.00 MW on Oct 26, 2026, 00:00/)
  expect(await downloadText(page, hand, 'Download CSV')).toMatch(/\r\n2026-10-25,+\r\n2026-10-26,47000,/)
  await chooseForm(page, hand, 'Duration curves')
  expect((await download(page, hand, 'Download CSV')).lines).toHaveLength(1 + 24)
  await chooseForm(page, hand, 'Forecast errors')
  await expect(legendRow(page, 'TSO forecast − Actual').getByRole('cell').first()).toHaveText('58,000')
  await hand.expectAccessible()
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoSidewaysScroll(page)
  await chooseForm(page, hand, 'Heat map')
  await expectNoSidewaysScroll(page)
  await chooseForm(page, hand, 'Curves')
  await expect(workdays).toBeHidden()
  await expect(chart(page)).not.toHaveAccessibleName(/working days/)
})
