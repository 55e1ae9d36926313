import type { Page, Route } from '@playwright/test'

import type { AccuracyAnswer, ForecastRun, RunsAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { USUAL_PATH } from '#contract/row-tables.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { HOUR_MS } from '#e2e/testing/graphs.ts'
import { chooseEntry, type Hand, inBothWays, test } from '#e2e/testing/hand.ts'
import { countryButton, dayOf, labels } from '#e2e/testing/model.ts'
import { expect } from '#e2e/testing/test.ts'
import { runOf, SCORES } from '#web/testing/runs.ts'

const RUN = runOf({
  issuedAt: '2026-01-01T09:04:00Z',
  kind: 'early',
  missingInputs: ['solar forecast', 'wind forecast'],
  note: 'corrected TSO forecast',
})
const COMPLETE_RUN: ForecastRun = { ...RUN, kind: 'complete', missingInputs: [] }

function forecast(finalMw: number): ForecastAnswer {
  const day = dayOf((hour) => ({
    TSO: 1000 + hour,
    Instance_Today: 2000 + hour,
    Instance_Tomorrow: 1400 + hour,
    Final_Value: finalMw + hour,
  }))
  return { de: day }
}

function accuracy(run: ForecastRun): AccuracyAnswer {
  const startsAtMs = Date.parse(`${dayFromToday(1)}T00:00:00Z`) - 2 * HOUR_MS
  const hours = Array.from({ length: 26 }, (_, hour) => ({
    startsAt: new Date(startsAtMs + hour * HOUR_MS).toISOString(),
    tso: 1000,
    model: 1400,
    final: 1500,
    p10: 1300,
    p90: 1800,
    actual: 1450,
  }))
  const period = { fromDay: dayFromToday(-28), toDay: dayFromToday(-1) }
  const scores = { ...SCORES, ...period, tsoMaeMw: 1480, modelMaeMw: 1250, finalMaeMw: 1210 }
  return {
    country: 'de',
    day: dayFromToday(1),
    run,
    scores,
    // Tomorrow has no actual values yet.
    hours: hours.map((hour) => ({ ...hour, actual: null })),
    uploaded: [],
    yesterday: { day: dayFromToday(-1), hours, finalMaeMw: null, tsoMaeMw: null },
    defects: [{ quantity: 'wind', text: 'The wind forecast is the same in all hours.' }],
  }
}

const parametersOf = (route: Route): { run?: string; as_of?: string; day?: string } =>
  Object.fromEntries(new URL(route.request().url()).searchParams)

/** A delivery day with 1,500 MW at midnight in the latest run, 1,700 before the auction and 1,300 in the previous run. */
async function answer(
  page: Page,
  kinds: RunsAnswer['kinds'] = ['early'],
  runOf: (asked: string | undefined) => ForecastRun = () => RUN,
): Promise<void> {
  const days = { day: dayFromToday(1), firstDay: dayFromToday(0), lastDay: dayFromToday(1) }
  await page.route('**/energia/tab-2', (route) => route.fulfill({ json: forecast(1500) }))
  await page.route('**/api/v1/day-forecast?*', (route) => {
    const { run, as_of } = parametersOf(route)
    if (as_of !== undefined) return route.fulfill({ json: forecast(1200) })
    return route.fulfill({ json: forecast(run === 'early' ? 1700 : run === 'previous' ? 1300 : 1600) })
  })
  await page.route('**/api/v1/runs?*', (route) => {
    const runs = { de: runOf(parametersOf(route).run) }
    return route.fulfill({ json: { ...days, kinds, runs } })
  })
  await page.route('**/api/v1/accuracy?*', (route) =>
    route.fulfill({ json: accuracy(runOf(parametersOf(route).run)) }),
  )
}

const show = (page: Page, hand: Hand, option: string) => chooseEntry(page, hand, /^Map shows: /, option)

/** Longer than writing an hour into the address takes. */
const HOUR_WRITTEN_MS = 600

inBothWays(() => {
  test('the metric is signed, names both operands and stays in the address', async ({ page, hand }) => {
    await answer(page)
    await page.goto('/model?hour=3')
    await expect(labels(page)).toHaveText('1,503')
    await expect(page.getByText('Final forecast = load − solar − wind, MW')).toBeVisible()
    await show(page, hand, 'Difference from TSO')
    await expect(labels(page)).toHaveText('+500')
    await expect(page.getByText('Final forecast − TSO forecast, MW')).toBeVisible()
    await expect(page.getByText('above 0: higher than the TSO')).toBeVisible()
    await show(page, hand, 'Change from today')
    await expect(labels(page)).toHaveText('−500')
    await expect(page.getByText('Final forecast − model forecast of the day before, MW')).toBeVisible()
    await expect(page).toHaveURL('/model?hour=3&metric=against-today')
    await page.reload()
    await expect(labels(page)).toHaveText('−500')
  })

  test('a link keeps what is known now, says as of when, and leads back to now', async ({ page, hand }) => {
    await answer(page)
    await page.goto('/model?country=de')
    await expect(labels(page)).toHaveText('1,500')
    const beforeMs = Date.now() - 1000
    await chooseEntry(page, hand, 'Options for Germany', 'Share as it is now')
    await expect(page.getByText('Link copied')).toBeVisible()
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
    const asOf = link.searchParams.get('as_of') ?? ''
    expect(Date.parse(asOf)).toBeGreaterThan(beforeMs)
    expect(Date.parse(asOf)).toBeLessThanOrEqual(Date.now())
    expect(link.searchParams.get('day')).toBe(dayFromToday(1))
    const requested: unknown[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/v1/day-forecast') requested.push(Object.fromEntries(searchParams))
    })
    await page.goto(link.pathname + link.search)
    await expect(labels(page)).toHaveText('1,200')
    expect(requested).toContainEqual({ zone: 'Europe/Berlin', day: dayFromToday(1), as_of: asOf })
    const notice = page.getByRole('status').filter({ hasText: /As of [A-Z][a-z]{2} \d{1,2}, \d\d:\d\d: / })
    await expect(notice).toBeVisible()
    // The tooltip also shows the usual range.
    const ofUsual = page.waitForRequest((request) => request.url().includes(USUAL_PATH))
    await page.getByText('Usual range', { exact: true }).click()
    expect(new URL((await ofUsual).url()).searchParams.get('as_of')).toBe(asOf)
    await hand.press(notice.getByRole('button', { name: 'Back to now' }))
    await expect(labels(page)).toHaveText('1,500')
    await expect(notice).toBeHidden()
    expect(new URL(page.url()).searchParams.has('as_of')).toBe(false)
    await page.goBack()
    await expect(notice).toBeVisible()
    await expect(labels(page)).toHaveText('1,200')
  })

  test('steps back to what was said before the auction, in the address too', async ({ page, hand }) => {
    const weather = { model: 'ecmwf_ifs', run: '2026-01-01T00:00:00Z', knownAt: '2026-01-01T07:41:00Z' }
    await answer(page, ['early', 'complete'], (asked) =>
      asked === 'early' ? { ...RUN, weather } : COMPLETE_RUN,
    )
    await page.goto('/model?country=de')
    await expect(labels(page)).toHaveText('1,500')
    await show(page, hand, 'Run before the auction')
    await expect(labels(page)).toHaveText('1,700')
    await expect(page).toHaveURL('/model?country=de&run=early')
    await hand.press(page.getByRole('button', { name: 'How was this made?' }))
    await expect(
      page.getByText(/^All countries: Run of .* TSO wind and solar not published yet/),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(
      page.getByText(/TSO load, weather of ECMWF 00 UTC; TSO wind and solar not pub/),
    ).toBeVisible()
    await page.reload()
    await expect(labels(page)).toHaveText('1,700')
    await show(page, hand, 'Latest run')
    await expect(labels(page)).toHaveText('1,500')
    await expect(page).toHaveURL('/model?country=de')
  })

  test('a row of the table chooses its hour, and reading the chart leaves it', async ({ page, hand }) => {
    await answer(page)
    await page.goto('/model')
    await hand.press(countryButton(page, 'Germany'))
    await expect(page).toHaveURL('/model?country=de')
    // The keyboard uses the slider instead.
    if (hand.way === 'mouse') await page.getByRole('cell', { name: '1,507' }).click()
    else for (let hour = 0; hour < 7; hour++) await page.getByRole('slider').press('ArrowRight')
    const chosen = page.getByText('Selected: 07:00')
    await expect(chosen).toBeVisible()
    await expect(labels(page)).toHaveText('1,507')
    await expect(page).toHaveURL('/model?country=de&hour=7')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
    await expect(chosen).toBeVisible()

    const chart = page.getByRole('application', { name: 'Forecast for Germany' })
    // The band loads last and redraws the chart.
    await expect(page.getByText('P10–P90').first()).toBeVisible()
    const read = async () => {
      if (hand.way === 'mouse') return chart.hover({ position: { x: 300, y: 200 } })
      await chart.focus()
      return page.keyboard.press('End')
    }
    await read()
    await expect(page.locator('.chart-tooltip-shown')).toBeVisible()
    await expect(chosen).toBeVisible()
    await hand.expectAccessible()
  })
})

test('the map shows shares of a country’s own peak, and changes by name', async ({ page, hand }) => {
  await answer(page, ['early', 'complete'], (asked) => {
    const issuedAt = `${dayFromToday(0)}T${asked === 'previous' ? '07' : '17'}:02:00Z`
    return { ...RUN, issuedAt, as_of: issuedAt }
  })
  await page.route('**/api/v1/peaks?*', (route) => route.fulfill({ json: { de: 3006, pl: null } }))
  await page.goto('/model?hour=3&country=de')
  await show(page, hand, 'Share of its highest hour')
  await expect(labels(page)).toHaveText('50%')
  await expect(page).toHaveURL('/model?hour=3&country=de&metric=share-of-peak')
  await show(page, hand, 'Change from the previous run')
  await expect(labels(page)).toHaveText('+200')
  await expect(page.getByText(/^Compared with the run of 0[89]:02\.$/)).toBeVisible()
  const details = page.getByRole('region', { name: 'Data for: Germany' })
  await expect(details.getByRole('button', { name: 'Earlier run' })).toBeVisible()
  const row = details.getByRole('row', { name: /^03:00/ })
  await expect(row.getByRole('cell').last()).toHaveText('1,303')
  await hand.expectAccessible()
  await show(page, hand, 'Final forecast')
  await expect(details.getByRole('columnheader')).toHaveCount(4)
})

test('the list of countries is sorted by name, value or change', async ({ page }) => {
  await answer(page)
  const entry = (value: number, today: number) => ({
    '00:00': { TSO: value, Instance_Today: today, Instance_Tomorrow: value, Final_Value: value },
  })
  await page.route('**/energia/tab-2', (route) =>
    route.fulfill({ json: { de: entry(900, 1000), at: entry(50, 60), pl: entry(300, 100) } }),
  )
  await page.goto('/model')
  const list = page.getByRole('region', { name: 'Countries' })
  const first = list.getByRole('listitem').first()
  await expect(first).toHaveText(/^Austria/)
  for (const [order, text] of [
    ['value', /^Germany.*900$/],
    ['change', /^Poland.*\+200$/],
    ['name', /^Austria.*50$/],
  ] as const) {
    await list.getByRole('combobox', { name: 'Sort countries by' }).selectOption(order)
    await expect(first).toHaveText(text)
  }
})

test('steps through delivery days that have runs, or chooses one by calendar', async ({ page }) => {
  await answer(page)
  await page.goto('/model')
  const previous = page.getByRole('button', { name: 'Previous delivery day' })
  const next = page.getByRole('button', { name: 'Next delivery day' })
  await expect(next).toBeDisabled()
  const [request] = await Promise.all([page.waitForRequest('**/energia/tab-2'), previous.click()])
  expect(request.postDataJSON()).toMatchObject({
    time: [`${dayFromToday(-1)} 00:00`, `${dayFromToday(0)} 00:00`],
  })
  await expect(page).toHaveURL(`/model?day=${dayFromToday(0)}`)
  await expect(previous).toBeDisabled()
  await page.reload()
  await expect(previous).toBeDisabled()
  await next.click()
  await expect(page).toHaveURL('/model')
  // Each day is one step of the browser's history.
  await page.goBack()
  await expect(page).toHaveURL(`/model?day=${dayFromToday(0)}`)
  await page.goForward()
  await expect(page).toHaveURL('/model')

  const button = page.getByRole('button', { name: /^Choose a delivery day, / })
  const picker = page.locator('input[type=date]')
  await expect(picker).toHaveAttribute('min', dayFromToday(0))
  await expect(picker).toHaveAttribute('max', dayFromToday(1))
  const tomorrow = (await button.textContent()) ?? ''
  // The browser's calendar cannot be reached from the page.
  await picker.evaluate((input) =>
    Object.assign(input, { showPicker: () => (input.dataset['shown'] = 'yes') }),
  )
  await button.click()
  await expect(picker).toHaveAttribute('data-shown', 'yes')
  await picker.fill(dayFromToday(-3))
  await expect(page).toHaveURL('/model')
  await picker.fill(dayFromToday(0))
  await expect(page).toHaveURL(`/model?day=${dayFromToday(0)}`)
  await expect(button).not.toHaveText(tomorrow)
})

test('shows the latest run where none was made before the auction, and says so', async ({ page, hand }) => {
  await answer(page, ['complete'], () => COMPLETE_RUN)
  await page.goto('/model?run=early')
  await expect(
    page.getByText('No run before the auction yet: the latest is shown.', { exact: true }),
  ).toBeVisible()
  const options = page.getByRole('button', { name: 'Map shows: Final forecast', exact: true })
  await hand.press(options)
  await expect(page.getByRole('menuitem', { name: 'Difference from TSO' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /run$|before the auction$/i })).toHaveText([
    'Change from the previous run',
  ])
  await page.keyboard.press('Escape')
  await hand.expectAccessible()
})

test('link and history open what the address says, an invalid one the default', async ({ page }) => {
  await answer(page)
  await page.clock.install()
  const details = page.getByRole('heading', { name: /^Data for/ })
  await page.goto('/model?hour=99&country=%3Cimg%20src=x%3E&metric=constructor&day=2026-02-30')
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await expect(labels(page)).toHaveText('1,500')
  await expect(details).toBeHidden()
  await page
    .getByRole('region', { name: 'Countries' })
    .getByRole('button', { name: /^Germany/ })
    .click()
  await expect(details).toHaveText('Data for: Germany')
  await page.goBack()
  await expect(details).toBeHidden()
  await page.goto('/model?country=de&hour=5')
  await expect(details).toHaveText('Data for: Germany')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Model' })
  await link.click()
  await expect(details).toBeHidden()
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await page.clock.runFor(HOUR_WRITTEN_MS)
  await expect(page).toHaveURL('/model')
  await page.goBack()
  await expect(details).toHaveText('Data for: Germany')
  await expect(page.getByText('Selected: 05:00')).toBeVisible()
  await page.clock.runFor(HOUR_WRITTEN_MS)
  await expect(page).toHaveURL('/model?country=de&hour=5')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByText('Selected: 05:00')).toBeHidden()
  await link.click()
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await page.clock.runFor(HOUR_WRITTEN_MS)
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await expect(page).toHaveURL('/model')
})

test('playback writes nothing into the address; a chosen or paused hour does @§2.5-3', async ({ page }) => {
  await answer(page)
  await page.clock.install()
  await page.goto('/model')
  await expect(labels(page)).toHaveText('1,500')
  await expect(countryButton(page, 'Germany')).toBeVisible()
  await page.clock.pauseAt(Date.now() + 5000)
  const written: string[] = []
  page.on('framenavigated', (frame) => written.push(new URL(frame.url()).search))
  const play = async () => {
    await page.getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(1999)
    await expect(page.getByText('Selected: 03:00')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(HOUR_WRITTEN_MS)
  }
  await play()
  expect(written).toEqual(['?hour=3'])
  await page.getByRole('slider').press('End')
  await expect(page.getByText('Selected: 23:00')).toBeVisible()
  await page.clock.runFor(HOUR_WRITTEN_MS)
  await expect(page).toHaveURL('/model?hour=23')
  await play()
  expect(written).toEqual(['?hour=3', '?hour=23', '?hour=3'])
})

test('says how a forecast was made, how accurate it was, and what data lacks', async ({ page }) => {
  await answer(page)
  await page.goto('/model?country=de')
  await expect(
    page.getByText(
      '10:04: TSO load; TSO wind and solar not published yet. Final forecast: corrected TSO forecast',
    ),
  ).toBeVisible()
  await expect(page.getByText('The wind forecast is the same in all hours.')).toBeVisible()
  await expect(page.getByText('P10–P90').filter({ visible: true }).first()).toBeVisible()
  await expect(
    page.getByText('Mean error of the last 28 days: 1,210 MW (early runs), −18.2% vs TSO.'),
  ).toBeVisible()
})

test('posts the specified call on entering, on another day and on Retry only @§7.3-1', async ({
  page,
  hand,
  watch,
}) => {
  watch.expected.push(/500/, /INTERNET_DISCONNECTED/)
  await answer(page, ['early', 'complete'])
  const days: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/energia/tab-2')) return
    const { time, ...rest } = request.postDataJSON()
    expect(rest).toEqual({ category: '', area: '', frequency: 'H' })
    days.push(time[1].slice(0, 10))
  })
  await page.goto('/model?run=early')
  await expect(labels(page)).toHaveText('1,700')
  for (const name of ['Latest run', 'Run before the auction', 'Latest run']) await show(page, hand, name)
  for (const metric of ['Difference from TSO', 'Final forecast']) await show(page, hand, metric)
  await countryButton(page, 'Germany').click()
  await page.getByRole('slider').press('End')
  for (const name of ['Day at a glance', 'Accuracy', 'Map']) await page.getByRole('tab', { name }).click()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(labels(page)).toHaveText('1,523')
  expect(days).toEqual([dayFromToday(1)])

  await page.getByRole('button', { name: 'Previous delivery day' }).click()
  await expect.poll(() => days).toEqual([dayFromToday(1), dayFromToday(0)])
  await page.route('**/energia/tab-2', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Next delivery day' }).click()
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => days.slice(2)).toEqual([dayFromToday(1), dayFromToday(1)])
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()

  // Back from another page counts as entering, once that page is loaded.
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
  const before = days.length
  await page.getByRole('navigation').getByRole('link', { name: 'Model' }).click()
  await expect.poll(() => days.length).toBe(before + 1)
})
