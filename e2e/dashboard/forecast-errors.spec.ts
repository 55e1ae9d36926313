import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { recordedTexts, recordTexts } from '#e2e/testing/canvas.ts'
import {
  card,
  chart,
  chooseForm,
  curveButton,
  downloadText,
  runQuery,
  legendRow,
} from '#e2e/testing/cards.ts'
import { hoursFrom, QUERY, queriesOf } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

/** Midnight in the browser's zone. */
const START = Date.parse('2026-11-12T23:00Z')

/** Two days of 1,000 MW. The TSO is 100 MW too low in the first and 300 MW too high in the second, the model 50 MW too high. */
const ANSWER = {
  Actual: hoursFrom(START, 48, () => 1000),
  'TSO forecast': hoursFrom(START, 48, (hour) => (hour < 24 ? 900 : 1300)),
  'Model forecast': hoursFrom(START, 48, () => 1050),
}

test('forecast errors: figures, bars, link, table, files', async ({ page, hand }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: ANSWER }))
  await page.goto('/dashboard')
  const queries = queriesOf(page)
  await runQuery(page, hand)
  await chooseForm(page, hand, 'Forecast errors')

  const row = (name: string) => legendRow(page, `${name} − Actual`)
  await expect(row('TSO forecast').getByRole('cell')).toHaveText(['200.0', '223.6', '+100.0', '20.0%'])
  await expect(row('Model forecast').getByRole('cell')).toHaveText(['50.0', '50.0', '+50.0', '5.0%'])
  await expect(page).toHaveURL(/,run,errors/)
  expect(queries).toHaveLength(1)

  const bars = card(page).getByRole('group', {
    name: /^MAE \(filled\) and bias \(outlined; above zero: too high\) by hour of the day, MW/,
  })
  const [plot, hours] = [await chart(page).boundingBox(), await bars.boundingBox()]
  expect(hours?.width).toBeCloseTo(plot?.width ?? 0, -1)
  const reading = (hour: string) =>
    `${hour} · TSO forecast − Actual 200.0, bias +100.0 · Model forecast − Actual 50.0, bias +50.0`
  await bars.getByRole('row').nth(1).getByRole('cell').nth(5).hover()
  await expect(bars).toContainText(reading('05:00'))
  await bars.focus()
  // The keys go on from the hour that the pointer read.
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(bars).toContainText(reading('07:00'))
  await hand.expectAccessible()

  await page.reload()
  await expect(row('TSO forecast').getByRole('cell').first()).toHaveText('200.0')
  await expect(chart(page)).toHaveAccessibleName(/Residual Load, Central Western Europe: forecast errors/)
  // Bars and figures cover what is shown: hiding a curve takes its bars away, and zooming in changes the figures.
  const toggle = curveButton(page, 'TSO forecast − Actual')
  await hand.press(toggle)
  await expect(bars.getByRole('row')).toHaveCount(2)
  await hand.press(toggle)
  await expect(bars.getByRole('row')).toHaveCount(3)
  await chart(page).focus()
  for (const key of ['Home', '+', '+']) await page.keyboard.press(key)
  await expect(row('TSO forecast').getByRole('cell').nth(2)).toHaveText('−100.0')

  expect(await downloadText(page, hand, 'Download CSV')).toContain(
    '"TSO forecast − Actual (MW, Demo data)","Model forecast − Actual (MW, Demo data)"\r\n2026-11-12T23:00:00Z,2026-11-13 00:00+01:00,-100,50\r\n',
  )
  await downloadText(page, hand, 'Download PNG')
  const texts = await recordedTexts(page)
  expect(texts).toContain('Residual Load, Central Western Europe: forecast errors')
  expect(texts.filter((text) => text.startsWith('TSO forecast − Actual: MAE 100.0 MW (10.0%)'))).toHaveLength(
    1,
  )
  expect(texts).toContain('MAE (filled) and bias (outlined; above zero: too high) by hour of the day, MW')
  expect(texts).toContain('−100')
  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('row').nth(1).getByRole('cell')).toHaveText(['−100', '50'])
  await chooseForm(page, hand, 'Table')
  await page.setViewportSize({ width: 390, height: 900 })
  await expectNoSidewaysScroll(page)
})

test('without an actual value there is no error', async ({ page, hand }) => {
  await page.route(QUERY, (route) => route.fulfill({ json: { 'TSO forecast': ANSWER['TSO forecast'] } }))
  await page.goto('/dashboard?v=1&g=CWE,residual,H,2026-11-13T00:00,2026-11-14T23:59,run,errors')
  await expect(card(page).getByText('No errors in this range')).toBeVisible()
  await chooseForm(page, hand, 'Curves')
  await expect(chart(page)).toBeVisible()
  await expect(page).not.toHaveURL(/errors/)
})
