import type { Page } from '@playwright/test'
import { z } from 'zod'

import { LEADERS_PATH, LeadersAnswerSchema } from '#contract/accuracy.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import { DAY_SHEET_PATH } from '#contract/forecast.ts'
import {
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  USUAL_PATH,
  type UsualRow,
} from '#contract/row-tables.ts'
import { formatRange } from '#contract/words/power.ts'
import { outsideUsual, outsideUsualWords } from '#contract/words/usual.ts'
import { legendRow } from '#e2e/testing/cards.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { apiRows } from '#e2e/testing/graphs.ts'
import { chooseEntry, test } from '#e2e/testing/hand.ts'
import { beginAtHome, clock, signed, whole, ZONE } from '#e2e/testing/tasks.ts'
import { ask, expect, SOON } from '#e2e/testing/test.ts'

/* Questions of a trading desk about reasons: each answer is at most three presses from Home and agrees with the API. The browser's zone has
   the market's days and hours. */

beginAtHome()

function rowsOf<Row>(
  page: Page,
  path: string,
  parameters: Record<string, string>,
  row: z.ZodType<Row>,
): Promise<Row[]> {
  const query = new URLSearchParams({ ...parameters, zone: ZONE, format: 'json' })
  return ask(page, `${path}?${query.toString()}`, z.array(row))
}

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
  await page
    .getByRole('region', { name: 'Countries' })
    .getByRole('button', { name: /^Poland/ })
    .click()
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

test('a server of a hundred days says why nothing is usual', async ({ page }) => {
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await page.goto('/model?glance=sheet')
  await expect(
    page.getByText(
      'There is no usual range: it needs actual values of this season in at least 2 earlier years.',
    ),
  ).toBeVisible()
  await expect(page.getByRole('columnheader').last()).not.toHaveText('Usual highest hour')
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
