import type { Page } from '@playwright/test'
import { z } from 'zod'

import { LEADERS_PATH, LeadersAnswerSchema, RUNS_PATH, RunsAnswerSchema } from '#contract/accuracy.ts'
import { BRIEFING_PATH, BriefingSchema } from '#contract/briefing.ts'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { DAY_FORECAST_PATH, ForecastAnswerSchema } from '#contract/forecast.ts'
import { FORECAST_ROWS_PATH, ForecastRowSchema } from '#contract/row-tables.ts'
import { formatRange } from '#contract/words/power.ts'
import { RECEIVER_PORT } from '#e2e/testing/addresses.ts'
import { chart, legendRow } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { apiRows, joinedValues, written } from '#e2e/testing/graphs.ts'
import { chooseEntry, saveFile, test } from '#e2e/testing/hand.ts'
import { beginAtHome, clock, signed, whole, ZONE } from '#e2e/testing/tasks.ts'
import { ask, expect, SOON } from '#e2e/testing/test.ts'

/* Questions of a trading desk in the morning: each answer is at most three presses from Home and agrees with the API. The browser's zone
   has the market's days and hours. */

beginAtHome()

const forecastRows = (page: Page) =>
  ask(
    page,
    `${FORECAST_ROWS_PATH}?format=json&zone=${ZONE}&day=${dayFromToday(1)}`,
    z.array(ForecastRowSchema),
  )

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
  await page
    .getByRole('region', { name: 'Countries' })
    .getByRole('button', { name: /^Poland/ })
    .click()
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
