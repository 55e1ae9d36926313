import {
  card,
  chart,
  chooseForm,
  chooseFromMenu,
  curveButton,
  download,
  downloadText,
  runButton,
} from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { apiRows, inTable, queriesOf, written } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const HEADS = [/^Time/, 'Actual', 'TSO forecast', 'Model forecast']

test('quarter hours are what the API says, in table, file and heat map', async ({ page, hand }) => {
  const [from, to] = [dayFromToday(-1), dayFromToday(0)]
  const queries = queriesOf(page)
  await page.goto(`/dashboard?v=1&g=DE,wind,H,${from}T00:00,${from}T23:59,run`)
  await expect(curveButton(page, 'Model forecast')).toBeVisible()
  await expect(card(page).getByTitle(/^Wind, Germany\u00a0· Hourly/)).toBeVisible()
  await chooseFromMenu(page, hand, 'Quarter hours')
  await expect(card(page).getByTitle(/^Wind, Germany\u00a0· Quarter-hourly/)).toBeVisible()
  await expect(page).toHaveURL(/T23:59,quarter,run/)
  expect(queries.map((query) => new URL(query.url()).search)).toEqual(['', '?step=15min'])
  expect(queries[1]?.postDataJSON()).toEqual(queries[0]?.postDataJSON())
  const legend = card(page).getByRole('table', { name: /Curves/ })
  await expect(legend.getByRole('rowheader', { name: /Actual/ })).not.toContainText('by the hour')
  await expect(legend.getByRole('rowheader', { name: /Model forecast/ })).not.toContainText('by the hour')
  await hand.expectAccessible()

  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('columnheader')).toHaveText(HEADS)
  const asked = { area: 'DE', quantity: 'wind', from, to }
  const actual = await apiRows(page, { ...asked, kind: 'actual', frequency: '15min' })
  const model = await apiRows(page, { ...asked, kind: 'model' })
  const cellsOf = (row: number) =>
    card(page)
      .getByRole('row')
      .nth(row + 1)
      .getByRole('cell')
  for (const row of [0, 1, 5, actual.length - 1])
    await expect(cellsOf(row).nth(0)).toHaveText(inTable(actual[row]?.power_mw))
  // The mean of four quarter hours is the API's hour.
  const quarters = await Promise.all([0, 1, 2, 3].map(async (row) => cellsOf(row).nth(2).textContent()))
  const meanMw = quarters.reduce((sum, text) => sum + Number(text?.replaceAll(',', '')), 0) / 4
  expect(Math.abs(meanMw - (model[0]?.power_mw ?? NaN))).toBeLessThanOrEqual(0.01)
  expect(new Set(quarters).size).toBe(4)
  const { lines } = await download(page, hand, 'Download CSV')
  expect(lines.slice(1).map((line) => line.split(',')[2])).toEqual(
    actual.map(({ power_mw }) => String(power_mw ?? '')),
  )

  await chooseForm(page, hand, 'Heat map')
  await expect(chart(page)).toHaveAccessibleDescription(/1 days? by 96 quarter hours/)
  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('columnheader')).toHaveCount(97)

  await chooseForm(page, hand, 'Curves')
  await expect(card(page).getByText('Shown by quarter hours.')).toBeVisible()
  await hand.press(card(page).getByRole('button', { name: 'Use hours' }))
  await hand.press(runButton(page))
  await expect(card(page).getByTitle(/^Wind, Germany\u00a0· Hourly/)).toBeVisible()
  await expect(page).not.toHaveURL(/quarter/)
})

test('forecasts as known before each day, and now, are what the API says', async ({ page, hand }) => {
  const [from, to] = [dayFromToday(-1), dayFromToday(2)]
  const queries = queriesOf(page)
  /** Hourly TSO and model forecasts of the three days: the card's file agrees with the API. */
  async function expectForecasts(asOf: Record<string, string>) {
    const wanted = { area: 'DE', quantity: 'residual', from, to, kind: 'tso,model', ...asOf }
    const rows = await apiRows(page, wanted)
    const ofKind = (name: string) =>
      rows.flatMap(({ kind, power_mw }) => (kind === name ? [String(power_mw ?? '')] : []))
    const { lines } = await download(page, hand, 'Download CSV')
    // Two time columns and the actual values come first.
    const columnOf = (column: number) => lines.slice(1).map((line) => line.split(',')[column] ?? '')
    const [tso, model] = [columnOf(3), columnOf(4)]
    expect({ tso, model }).toEqual({ tso: ofKind('tso'), model: ofKind('model') })
    return { yesterday: model.slice(0, 24), tomorrow: model.slice(-24) }
  }
  await page.goto(`/dashboard?v=1&g=DE,residual,H,${from}T00:00,${dayFromToday(1)}T23:59,known:D-1T23:00,run`)
  await expect(card(page).getByText('forecasts as known at 23:00 the day before').first()).toBeVisible()
  await expect(curveButton(page, 'Model forecast')).toBeVisible()
  const known = await expectForecasts({ as_of: 'D-1T23:00' })
  expect(new Set(known.yesterday), 'the server began this evening').toEqual(new Set(['']))
  expect(known.tomorrow).not.toContain('')

  await chooseFromMenu(page, hand, 'Forecasts as known at 23:00 the day before')
  await expect(page).toHaveURL(/T23:59,run/)
  await expect(curveButton(page, 'Model forecast')).toBeVisible()
  expect((await expectForecasts({})).yesterday).not.toContain('')
  await chooseFromMenu(page, hand, 'Forecasts as known at 08:00 the day before')
  await expect(card(page).getByText('forecasts as known at 08:00 the day before').first()).toBeVisible()
  await expect(
    card(page).getByText(/^As known at 08:00 the day before: no model forecast \(first run stored /),
  ).toBeVisible()
  await expect(page).toHaveURL(/known:D-1T08:00,run/)
  await expect(curveButton(page, 'Model forecast')).toBeHidden()
  await chooseFromMenu(page, hand, 'Forecasts as known at 12:00 the day before')
  await expect
    .poll(() => queries.map((query) => new URL(query.url()).searchParams.get('as_of')))
    .toEqual(['D-1T23:00', null, 'D-1T08:00', 'D-1T12:00'])

  await chooseFromMenu(page, hand, 'Forecasts as known at 08:00 the day before')
  const replays = 'as known at 08:50 the day before, with replays'
  await hand.press(card(page).getByRole('button', { name: `Show ${replays}`, exact: true }))
  await expect(curveButton(page, 'Model forecast (with replays)')).toBeVisible()
  await expect(card(page).getByText(`forecasts ${replays}`).first()).toBeVisible()
  await expect(page).toHaveURL(/known:D-1T08:50-replayed,run/)
  const replayed = await expectForecasts({ as_of: 'D-1T08:50-replayed' })
  expect(replayed.yesterday).not.toContain('')
})

test('the final forecast and its band, when chosen, are what the API says', async ({ page, hand }) => {
  const [from, to] = [dayFromToday(-3), dayFromToday(-1)]
  const queries = queriesOf(page)
  await page.goto(`/dashboard?v=1&g=DE,residual,H,${from}T00:00,${from}T23:59,run`)
  await expect(curveButton(page, 'Model forecast')).toBeVisible()
  await expect(curveButton(page, 'Final forecast')).toHaveCount(0)
  await chooseFromMenu(page, hand, 'Final forecast')
  await expect(curveButton(page, 'Final forecast')).toBeVisible()
  await expect(card(page).locator('.chart-legend > p')).toHaveText('P10–P90')
  await expect(page).toHaveURL(/,run,final/)
  expect(queries.map((query) => new URL(query.url()).search)).toEqual(['', '?with=final'])
  expect(queries[1]?.postDataJSON()).toEqual(queries[0]?.postDataJSON())

  const rows = await apiRows(page, { area: 'DE', quantity: 'residual', kind: 'final,p10,p90', from, to })
  const [final, p10, p90] = rows.map(({ power_mw }) => power_mw)
  await chart(page).focus()
  await page.keyboard.press('Home')
  const values = card(page).locator('.chart-tooltip-value')
  await expect(values.nth(3)).toHaveText(`${written(final)} MW`)
  await expect(values.nth(4)).toHaveText(`${written(p10)} – ${written(p90)} MW`)
  await hand.expectAccessible()

  await chooseForm(page, hand, 'Table')
  await expect(card(page).getByRole('columnheader')).toHaveText([...HEADS, 'Final forecast', 'P10', 'P90'])
  await expect(card(page).getByRole('row').nth(1).getByRole('cell').nth(3)).toHaveText(inTable(final))
  const [head, first] = (await downloadText(page, hand, 'Download CSV')).split('\r\n')
  expect(head).toContain('"Final forecast (MW, Demo data)","P10 (MW, Demo data)","P90 (MW, Demo data)"')
  expect(first?.split(',').slice(-3)).toEqual([final, p10, p90].map(String))
  await hand.expectAccessible()

  await page.reload()
  await expect(card(page).getByRole('columnheader', { name: 'P90' })).toBeVisible()
  await chooseFromMenu(page, hand, 'Final forecast')
  await expect(card(page).getByRole('columnheader')).toHaveCount(4)
  await expect(page).not.toHaveURL(/final/)
})
