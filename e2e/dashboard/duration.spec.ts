import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { recordedTexts, recordTexts } from '#e2e/testing/canvas.ts'
import { card, chart, chooseForm, downloadText, runQuery, legendRow } from '#e2e/testing/cards.ts'
import { hoursFrom, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const START = Date.parse('2026-11-12T23:00Z')

/** −5 to 94 MW in a mixed order, and a forecast. */
const ANSWER = {
  Actual: hoursFrom(START, 100, (hour) => ((hour * 37) % 100) - 5),
  'TSO forecast': hoursFrom(START, 100, () => 40),
}

test('duration curves: figures, reading, link, table, files', async ({ page, hand }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
  await page.goto('/dashboard?v=1&g=DE,residual,H,2026-11-13T00:00,2026-11-17T23:59')
  const queries = queriesOf(page)
  await runQuery(page, hand)
  await chooseForm(page, hand, 'Duration curves')
  await expect(page).toHaveURL(/,run,duration/)
  expect(queries).toHaveLength(1)
  const figures = ['94.00', '85.00', '45.00', '5.00', '−5.00', '5', '100']
  await expect(legendRow(page, 'Actual').getByRole('cell')).toHaveText(figures)
  await expect(card(page).getByText(/lowest value\.$/)).toBeVisible()

  await page.reload()
  await expect(chart(page)).toHaveAccessibleDescription(
    /line chart of 2 curves from 1 of 100 hours, 1\.0% to 100 of 100 hours, 100\.0%/,
  )
  const tooltip = card(page).locator('.chart-tooltip-shown')
  await chart(page).hover({ position: { x: 300, y: 200 } })
  await expect(tooltip).toContainText(/\d+ of 100 hours, \d+\.0%/)
  await chart(page).focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await expect(tooltip).toContainText('6 of 100 hours, 6.0%')
  await expect(tooltip).toContainText('89.00 MW')
  await hand.expectAccessible()

  expect(await downloadText(page, hand, 'Download CSV')).toContain(
    'reached or exceeded (hours),"Actual (MW, Demo data)","TSO forecast (MW, Demo data)"\r\n1,94,40\r\n',
  )
  await downloadText(page, hand, 'Download PNG')
  expect(await recordedTexts(page)).toContain('Residual Load, Germany: duration curves')
  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('row').last().getByRole('cell')).toHaveText(['−5', '40'])
  await chooseForm(page, hand, 'Table')
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoSidewaysScroll(page)
})
