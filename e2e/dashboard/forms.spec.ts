import { expectNoSidewaysScroll } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { recordedTexts, recordTexts } from '#e2e/testing/canvas.ts'
import {
  card,
  chart,
  chooseForm,
  curveButton,
  download,
  downloadText,
  runQuery,
  legendRow,
  titles,
} from '#e2e/testing/cards.ts'
import { hoursFrom, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

/** Midnight in the browser's zone, 13 November 2026. */
const START = Date.parse('2026-11-12T23:00Z')

/** Two days of 1,000 MW. The TSO is 100 MW too low in the first and 300 MW too high in the second, the model 50 MW too high. */
const ERRORS = {
  Actual: hoursFrom(START, 48, () => 1000),
  'TSO forecast': hoursFrom(START, 48, (hour) => (hour < 24 ? 900 : 1300)),
  'Model forecast': hoursFrom(START, 48, () => 1050),
}

test('forecast errors: figures, bars, link, table, files', async ({ page, hand }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: ERRORS }))
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
  // The keys continue from the hour that the pointer read.
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key)
  await expect(bars).toContainText(reading('07:00'))
  await hand.expectAccessible()

  await page.reload()
  await expect(row('TSO forecast').getByRole('cell').first()).toHaveText('200.0')
  await expect(chart(page)).toHaveAccessibleName(/^Forecast errors/)
  // Bars and figures cover what is shown: hiding a curve removes its bars, zooming changes the figures.
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
  await page.route(QUERY, (route) => route.fulfill({ json: { 'TSO forecast': ERRORS['TSO forecast'] } }))
  await page.goto('/dashboard?v=1&g=CWE,residual,H,2026-11-13T00:00,2026-11-14T23:59,run,errors')
  await expect(card(page).getByText('No errors in this range')).toBeVisible()
  await chooseForm(page, hand, 'Curves')
  await expect(chart(page)).toBeVisible()
  await expect(page).not.toHaveURL(/errors/)
})

/** −5 to 94 MW in mixed order, and a forecast. */
const DURATIONS = {
  Actual: hoursFrom(START, 100, (hour) => ((hour * 37) % 100) - 5),
  'TSO forecast': hoursFrom(START, 100, () => 40),
}

test('duration curves: figures, reading, link, table, files', async ({ page, hand }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: DURATIONS }))
  await page.goto('/dashboard?v=1&g=DE,residual,H,2026-11-13T00:00,2026-11-17T23:59')
  const queries = queriesOf(page)
  await runQuery(page, hand)
  await chooseForm(page, hand, 'Duration curves')
  await expect(page).toHaveURL(/,run,duration/)
  expect(queries).toHaveLength(1)
  const figures = ['94.00', '85.00', '45.00', '5.00', '−5.00', '5', '100']
  await expect(legendRow(page, 'Actual').getByRole('cell')).toHaveText(figures)
  await expect(card(page).getByText(/^Each curve is sorted independently/)).toBeVisible()

  await page.reload()
  await expect(chart(page)).toHaveAccessibleDescription(
    /Line chart of 2 curves from 1 of 100 hours, 1\.0% to 100 of 100 hours, 100\.0%/,
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

/** Midnight in the browser's zone, 24 October 2026. The clocks go back in the second night. */
const AUTUMN = Date.parse('2026-10-23T22:00Z')

/** Three days from −2,000 MW on, 1,000 MW more each hour. */
const HEAT = {
  Actual: hoursFrom(AUTUMN, 73, (hour) => (hour === 30 ? null : hour * 1000 - 2000)),
  'TSO forecast': hoursFrom(AUTUMN, 73, () => 500),
}

inBothWays(() => {
  test('the heat map is read cell by cell; its address keeps curve and days', async ({ page, hand }) => {
    await recordTexts(page)
    await page.route(QUERY, (route) => route.fulfill({ json: HEAT }))
    await page.goto('/dashboard')
    const queries = queriesOf(page)
    await runQuery(page, hand)
    const workdays = card(page).getByRole('switch', { name: /^Working days only/ })
    await expect(workdays).toBeHidden()
    await chooseForm(page, hand, 'Heat map')
    await expect(card(page).getByRole('button', { name: 'Form of graph 1: Heat map' })).toHaveText('Heat map')
    const map = chart(page)
    await expect(map).toHaveAccessibleName(/^Heat map.*, Actual$/)
    await expect(map).toHaveAccessibleDescription(
      /3 days by 24 hours\. Lowest −2,000\.00 MW on Oct 24, 2026, 00:00, .* 2 values are below zero\./,
    )
    await expect.poll(() => recordedTexts(page)).toContain('below zero')
    await expect(page).toHaveURL(/,run,heat/)
    expect(queries).toHaveLength(1)

    // The lower half of a cell is the second of two hours from 02:00.
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
    await expect(titles(page)).toHaveAccessibleName(/heat map, working days only$/)
    await expect(workdays).toBeChecked()
  })
})

test('every form has its table and files, of working days too', async ({ page, hand }) => {
  await recordTexts(page)
  await page.route(QUERY, (route) => route.fulfill({ json: HEAT }))
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
  await expect(titles(page)).toHaveAccessibleName(/heat map, working days only$/)
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
  await expect(titles(page)).not.toHaveAccessibleName(/working days/)
})

test('assistive technology reads the title of each form once', async ({ page, hand }) => {
  await page.route(QUERY, (route) => route.fulfill({ json: HEAT }))
  await page.goto('/dashboard')
  await runQuery(page, hand)
  for (const form of ['Curves', 'Forecast errors', 'Heat map', 'Duration curves']) {
    const title = `Residual Load, Central Western Europe${form === 'Curves' ? '' : `: ${form.toLowerCase()}`}`
    if (form !== 'Curves') await chooseForm(page, hand, form)
    await expect(titles(page)).toHaveAccessibleName(`Graph #1: ${title}`)
    await expect(titles(page)).toHaveText('Graph #1')
    await expect(chart(page)).toHaveAccessibleName(new RegExp(`^${form}`))
    const lines = (await card(page).ariaSnapshot()).split('\n')
    const [region, heading, ...others] = lines.filter((line) => line.includes('Residual Load, Central'))
    expect([region, heading]).toEqual([expect.stringContaining('region'), expect.stringContaining('heading')])
    expect(others).toEqual([])
  }
  await page.goto('/model?country=de')
  await expect(page.getByRole('application', { name: 'Forecast for Germany' })).toBeVisible()
  expect((await page.getByRole('main').ariaSnapshot()).match(/Forecast for Germany/g)).toHaveLength(1)
})
