import type { Page } from '@playwright/test'
import { z } from 'zod'

import { LEADERS_PATH, LeadersAnswerSchema, RUNS_PATH, RunsAnswerSchema } from '#contract/accuracy.ts'
import { BRIEFING_PATH, BriefingSchema } from '#contract/briefing.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import { DAY_FORECAST_PATH, DAY_SHEET_PATH, ForecastAnswerSchema } from '#contract/forecast.ts'
import {
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  FORECAST_ROWS_PATH,
  ForecastRowSchema,
  USUAL_PATH,
  type UsualRow,
} from '#contract/row-tables.ts'
import { formatRange } from '#contract/words/power.ts'
import { outsideUsual, outsideUsualWords } from '#contract/words/usual.ts'
import { RECEIVER_PORT } from '#e2e/testing/addresses.ts'
import { chart, legendRow } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { apiRows, joinedValues, written } from '#e2e/testing/graphs.ts'
import { chooseEntry, saveFile, test } from '#e2e/testing/hand.ts'
import { countryButton } from '#e2e/testing/model.ts'
import { ask, expect, SOON } from '#e2e/testing/test.ts'

/* Questions of a trading desk, first about values, then about reasons: each answer is at most three presses from Home and agrees with the
   API. */

const MAX_PRESSES = 3
/** The browser's zone has the market's days and hours. */
const ZONE = 'Europe/Berlin'

test.beforeEach(async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => sessionStorage.setItem('presses', String(presses() + 1)), true)
    const presses = () => Number(sessionStorage.getItem('presses') ?? 0)
  })
  await page.goto('/home')
})

test.afterEach(async ({ page }) => {
  const presses = await page.evaluate(() => Number(sessionStorage.getItem('presses')))
  expect(presses).toBeGreaterThan(0)
  expect(presses).toBeLessThanOrEqual(MAX_PRESSES)
})

/** `13:00`, in `ZONE`. */
const clock = (instant: string) => new Date(instant).toLocaleString('sv', { timeZone: ZONE }).slice(11, 16)
const whole = (mw: number) => Math.round(mw).toLocaleString('en-US').replace('-', '−')
const signed = (mw: number) => (Math.round(mw) > 0 ? '+' : '') + whole(mw)

const rowsOf = <Row>(page: Page, path: string, parameters: Record<string, string>, row: z.ZodType<Row>) =>
  ask(page, path, z.array(row), { ...parameters, zone: ZONE, format: 'json' })

const forecastRows = (page: Page) =>
  rowsOf(page, FORECAST_ROWS_PATH, { day: dayFromToday(1) }, ForecastRowSchema)

test('Germany’s lowest hour tomorrow, and its difference to last week', async ({ page, hand }) => {
  const of = { area: 'DE', quantity: 'residual' }
  const rows = await apiRows(page, { ...of, kind: 'final', from: dayFromToday(1), to: dayFromToday(2) })
  const lowest = rows.reduce((low, row) =>
    (row.power_mw ?? Infinity) < (low.power_mw ?? Infinity) ? row : low,
  )
  const earlier = await apiRows(page, { ...of, kind: 'actual', from: dayFromToday(-6), to: dayFromToday(-5) })
  const hour = clock(lowest.time_utc)
  const before = earlier.find(({ time_utc }) => clock(time_utc) === hour)?.power_mw ?? null

  await chooseEntry(page, hand, 'Ready-made dashboards', 'Germany tomorrow')
  const figures = legendRow(page, 'Final forecast').getByRole('cell')
  await expect(figures.first()).toHaveText(new RegExp(`^${whole(lowest.power_mw ?? 0)} .* ${hour}$`))
  await chart(page).focus()
  await page.keyboard.press('Home')
  for (let step = 0; step < rows.indexOf(lowest); step += 1) await page.keyboard.press('ArrowRight')
  const difference = before === null || lowest.power_mw === null ? null : lowest.power_mw - before
  const text = written(difference === null ? null : Math.round(difference * 100) / 100)
  await expect(page.locator('.chart-tooltip-shown')).toContainText(text.slice(0, text.indexOf('.')))
})

test('what changed most since the run before the auction', async ({ page, hand }) => {
  const hasAuctionRun = async (of: string) =>
    (await ask(page, RUNS_PATH, RunsAnswerSchema, { day: of })).kinds.includes('early')
  const asked = dayFromToday(1)
  await expect.poll(() => hasAuctionRun(asked), SOON).toBe(true)
  const now = await ask(page, DAY_FORECAST_PATH, ForecastAnswerSchema, { day: asked })
  const before = await ask(page, DAY_FORECAST_PATH, ForecastAnswerSchema, { day: asked, run: 'early' })
  const changes = Object.entries(now).flatMap(([country, hours]) =>
    Object.entries(hours).flatMap(([key, { Final_Value: value }]) => {
      const earlier = before[country]?.[key]?.Final_Value ?? null
      return value === null || earlier === null ? [] : [{ country, key, mw: value - earlier }]
    }),
  )
  const most = changes.reduce((far, one) => (Math.abs(one.mw) > Math.abs(far.mw) ? one : far))

  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await chooseEntry(page, hand, /^Map shows: /, 'Change from the auction run')
  await expect(
    page.getByText(`Largest of the day: ${countryName(most.country)}, ${signed(most.mw)} MW at ${most.key}`),
  ).toBeVisible()
})

test('the peak residual load of Poland with its band', async ({ page }) => {
  const rows = (await forecastRows(page)).filter(({ area }) => area === 'PL')
  const peak = rows.reduce((high, row) =>
    (row.final_mw ?? -Infinity) > (high.final_mw ?? -Infinity) ? row : high,
  )
  const at = clock(peak.time_utc)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await countryButton(page, 'Poland').click()
  const details = page.getByRole('region', { name: 'Data for: Poland' })
  await expect(details.getByRole('switch', { name: 'P10–P90' })).not.toBeChecked()
  // Kept for the next visit.
  await details.getByText('P10–P90', { exact: true }).click()
  await page.reload()
  const band = `P10–P90 ${formatRange(peak.p10_mw, peak.p90_mw)}`
  await expect(details).toContainText(`highest ${whole(peak.final_mw ?? 0)} MW at ${at} (${band})`)
})

test('the country with the largest error of the last month in percent', async ({ page }) => {
  const month = async () => {
    const { countries } = await ask(page, LEADERS_PATH, LeadersAnswerSchema, {})
    return countries.map(({ country, shownKind, periods }) => {
      const scores = periods.find(({ days }) => days === 28)?.[shownKind ?? 'complete']
      const { days = 0, finalMaeMw: mae = null, meanLoadMw: load = null } = scores ?? {}
      return { country, days, share: mae === null || load === null ? -1 : mae / load }
    })
  }
  // A fresh server is still making the forecasts of the month.
  const areWhole = async () => (await month()).every(({ days }) => days === 28)
  await expect.poll(areWhole, { ...SOON, intervals: [5000] }).toBe(true)
  const worst = (await month()).reduce((most, one) => (one.share > most.share ? one : most))
  const text = `${countryName(worst.country)}, ${(worst.share * 100).toFixed(1)}%`
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await page.getByRole('tab', { name: 'Accuracy' }).click()
  // Countries get no verdict before all days have forecasts.
  await expect(page.getByText(`Largest error relative to load: ${text}.`)).toBeVisible(SOON)
})

test('solar of Germany and France this week in one chart, against last week', async ({ page, hand }) => {
  const weekday = (new Date(`${dayFromToday(0)}T12:00:00Z`).getUTCDay() + 6) % 7
  const values = await joinedValues(page, ['DE', 'FR'], {
    quantity: 'solar',
    from: dayFromToday(-weekday),
    to: dayFromToday(1),
  })
  await chooseEntry(page, hand, 'Ready-made dashboards', 'Solar in Germany and France')
  for (const [index, country] of ['Germany', 'France'].entries()) {
    const highest = Math.max(...(values[index] ?? []).map((value) => value ?? 0))
    const figures = legendRow(page, country).getByRole('cell')
    await expect(figures.nth(2)).toHaveText(new RegExp(`^${whole(highest)} `))
    await expect(legendRow(page, `${country} · previous week`)).toBeVisible()
  }
})

test('an alert on a steeper ramp than tomorrow’s', async ({ page }, { testId }) => {
  const briefing = await ask(page, BRIEFING_PATH, BriefingSchema)
  const forecast = briefing.countries[0]?.lines.find((line) => line.subject === 'Forecast')
  const ramp = Math.round(forecast?.figures.ramp_mw ?? NaN)
  await page.getByRole('link', { name: 'Alert me of steeper ramps in Germany' }).click()
  const name = page.getByLabel('Name of a new alert')
  await expect(name).toHaveValue(`Germany ${ramp < 0 ? 'below' : 'above'} ${ramp} MW`)
  await expect(name).toBeFocused()
  await name.fill(`Ramp ${testId}`)
  await page.getByLabel('Address of the receiver').fill(`http://127.0.0.1:${RECEIVER_PORT}/hook`)
  await page.getByRole('button', { name: 'Create alert' }).click()
  const made = page.getByRole('listitem').filter({ hasText: `Ramp ${testId}` })
  await expect(made).toContainText(
    `ramp over 3 hours, in Germany ${ramp < 0 ? 'below' : 'above'} ${ramp.toLocaleString('en-US')} MW tomorrow`,
  )
})

test('tomorrow of all countries as CSV', async ({ page, hand }) => {
  const rows = await forecastRows(page)
  await page.getByRole('link', { name: /^May reach zero/ }).click()
  const file = await saveFile(page, hand, 'Options for the day at a glance', 'Download CSV')
  const [head = '', ...lines] = file.lines
  const columns = (head.match(/"[^"]*"|[^",]+/g) ?? []).map((name) => name.replace(/^"| \(.*/g, ''))
  expect(lines.length).toBeGreaterThanOrEqual(23)
  const inFile = lines.flatMap((line) => {
    const [time, , ...values] = line.split(',')
    return values.map(
      (value, index) => `${columns[index + 2]} ${time} ${value === '' ? null : Number(value).toFixed(3)}`,
    )
  })
  const inApi = new Set(
    rows.map(
      ({ area, time_utc, final_mw }) =>
        `${countryName(area.toLowerCase())} ${time_utc} ${final_mw?.toFixed(3) ?? null}`,
    ),
  )
  // The file, like the page, has a repeated hour once.
  expect(inFile.filter((text) => !inApi.has(text))).toEqual([])
  expect(inFile.length).toBeGreaterThanOrEqual(COUNTRIES.length * 23)
})

test('why Germany changed since the last run', async ({ page }) => {
  const germany = async (of: string) => {
    const rows = await rowsOf(page, CHANGES_PATH, { day: of, against: 'previous' }, ChangeRowSchema)
    return rows.filter(({ area, residual_mw }) => area === 'DE' && residual_mw !== null)
  }
  const asked = dayFromToday(1)
  await expect.poll(async () => (await germany(asked)).length, SOON).toBeGreaterThan(0)
  const rows = await germany(asked)
  const row = rows.reduce((most, one) =>
    Math.abs(one.residual_mw ?? 0) > Math.abs(most.residual_mw ?? 0) ? one : most,
  )
  const hour = clock(row.time_utc)

  await page
    .getByRole('link', { name: /^(Since|No change)/ })
    .first()
    .click()
  const panel = page.getByRole('region', { name: 'What changed since the previous run: Germany' })
  const total = `${hour} ${signed(row.residual_mw ?? 0)} MW = `
  const words = (await panel.getByText(total).first().textContent())?.replace(total, '') ?? ''
  // What each part adds to residual load; the largest part absorbs rounding.
  const added = { load: row.load_mw ?? 0, solar: -(row.solar_mw ?? 0), wind: -(row.wind_mw ?? 0) }
  for (const [part, mw] of Object.entries(added)) {
    const said = new RegExp(`${part} ([+−][\\d,]+)`).exec(words)?.[1] ?? '0'
    expect(Math.abs(Number(said.replace('−', '-').replaceAll(',', '')) - mw)).toBeLessThan(2)
  }
  expect(added.load + added.solar + added.wind).toBeCloseTo(row.residual_mw ?? 0, 1)
})

test('the worst day of the last month and its part', async ({ page }) => {
  // A fresh server is still making the forecasts of the month.
  const scored = async () => {
    const { countries } = await ask(page, LEADERS_PATH, LeadersAnswerSchema, {})
    const periods = countries.find(({ country }) => country === 'de')?.periods ?? []
    return periods.find(({ days }) => days === 28)?.complete
  }
  await expect.poll(async () => (await scored())?.days, { ...SOON, intervals: [5000] }).toBe(28)
  const { hours, toDay } = (await scored()) ?? {}
  expect(toDay).toBe(dayFromToday(-1))
  const asked = { area: 'DE', from: dayFromToday(-28), to: dayFromToday(0) }
  const rows = await rowsOf(page, DAY_ERRORS_PATH, asked, DayErrorRowSchema)
  // All 28 days are complete.
  expect(rows).toHaveLength(28)
  expect(hours).toBeGreaterThanOrEqual(28 * 24 - 1)
  const worst = rows.reduce((most, one) => ((one.mae_mw ?? 0) > (most.mae_mw ?? 0) ? one : most))

  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await page.getByRole('tab', { name: 'Accuracy' }).click()
  await page.getByRole('button', { name: 'Germany', exact: true }).click()
  const first = page
    .getByRole('table', { name: /^Germany, .*MAE of each part/ })
    .getByRole('row')
    .nth(1)
  const name = new Date(worst.day).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })
  await expect(first).toContainText(name)
  await expect(first.getByRole('cell').nth(0)).toHaveText(whole(worst.mae_mw ?? 0))
  await expect(first.getByRole('cell').nth(1)).toHaveText(signed(worst.bias_mw ?? 0))
  await expect(first).toContainText(`largest part: ${worst.worst_part}`)
  await expect(first.getByRole('link')).toHaveAttribute('href', `/model?day=${worst.day}&country=de`)
})

test('whether the peak of Poland is usual tomorrow', async ({ page }) => {
  const days = { area: 'PL', quantity: 'residual', from: dayFromToday(1), to: dayFromToday(2) }
  const finals = await apiRows(page, { ...days, kind: 'final' })
  const peak = finals.reduce((high, row) =>
    (row.power_mw ?? -Infinity) > (high.power_mw ?? -Infinity) ? row : high,
  )
  const peakMw = peak.power_mw ?? NaN
  // The test server has no earlier years.
  const figures = { p10_mw: peakMw - 3000, median_mw: peakMw - 2000, p90_mw: peakMw - 1000 }
  const range = { ...figures, sample_days: 42, first_year: 2024, last_year: 2025 }
  const json = finals.map(({ time_utc }) => ({ time_utc, ...range, without: null }) satisfies UsualRow)
  await page.route(`**${USUAL_PATH}?*`, (route) => route.fulfill({ json }))
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await countryButton(page, 'Poland').click()
  await page.getByText('Usual range', { exact: true }).click()
  // Every hour has the range of the highest, so that lower hours are outside it.
  const ofDay = finals.map(({ time_utc, power_mw }) => ({
    clock: clock(time_utc),
    mw: power_mw,
    lowMw: range.p10_mw,
    highMw: range.p90_mw,
  }))
  const words = outsideUsualWords(outsideUsual(ofDay)) ?? ''
  expect(words).toContain('above usual')
  await expect(page.getByRole('status').filter({ hasText: 'of the same hour' })).toContainText(
    new RegExp(
      `^${words}\\. Usual: P10–P90 of the same hour on 42 days within 15 days of \\w+ \\d+ in 2024–25`,
      'i',
    ),
  )
  await expect(page).toHaveURL(/usual=true/)

  // The morning sheet has it for the highest hour of every country.
  const sheet = await ask(page, DAY_SHEET_PATH, DaySheetAnswerSchema, { day: dayFromToday(1) })
  const rows = sheet.rows.map((row) => (row.code === 'pl' ? { ...row, usualHighest: range } : row))
  await page.route(`**${DAY_SHEET_PATH}?*`, (route) => route.fulfill({ json: { ...sheet, rows } }))
  await page.goto('/model?glance=sheet')
  const table = page.getByRole('table', { name: 'Morning sheet, MW' })
  await expect(table.getByRole('columnheader').last()).toHaveText('Usual highest hour')
  const poland = table.getByRole('row', { name: /^Poland: Residual load/ })
  await expect(poland.getByRole('cell').last()).toHaveText(formatRange(range.p10_mw, range.p90_mw))
})

test('the load of France yesterday beside its forecast', async ({ page, hand }) => {
  const asked = { area: 'FR', quantity: 'load', from: dayFromToday(-1), to: dayFromToday(0) }
  const highest = async (kind: string) =>
    Math.max(...(await apiRows(page, { ...asked, kind })).map(({ power_mw }) => power_mw ?? 0))
  const [actual, tso] = [await highest('actual'), await highest('tso')]
  await chooseEntry(page, hand, 'Ready-made dashboards', 'France yesterday, by part')
  for (const [name, mw] of Object.entries({ Load: actual, 'Load, TSO forecast': tso }))
    await expect(legendRow(page, name).getByRole('cell').nth(2)).toHaveText(new RegExp(`^${whole(mw)} `))
})
