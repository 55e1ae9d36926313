import type { Page, Route } from '@playwright/test'

import type { AccuracyAnswer, ForecastRun, RunsAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { callsBeyondSpecification, hideOwnBackend } from '#e2e/testing/foreign-backend.ts'
import { type Hand, inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

const HOUR_MS = 3_600_000

const RUN: ForecastRun = {
  issuedAt: '2026-01-01T09:04:00Z',
  informationTime: '2026-01-01T07:00:00Z',
  asOf: '2026-01-01T09:04:00Z',
  kind: 'early',
  isLate: false,
  isReplayed: false,
  missingInputs: ['solar forecast', 'wind forecast'],
  weather: null,
  note: 'corrected TSO forecast',
}

function forecast(finalMw = 1500): ForecastAnswer {
  const day: ForecastAnswer[string] = {}
  for (let hour = 0; hour < 24; hour += 1) {
    day[`${String(hour).padStart(2, '0')}:00`] = {
      TSO: 1000 + hour,
      Instance_Today: 2000 + hour,
      Instance_Tomorrow: 1400 + hour,
      Final_Value: finalMw + hour,
    }
  }
  return { de: day }
}

/** A day counted from today in the browser's time zone. */
function dayText(offset: number): string {
  const date = new Date(Date.now() + offset * 24 * HOUR_MS)
  return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
}

function accuracy(): AccuracyAnswer {
  const startsAtMs = Date.parse(`${dayText(1)}T00:00:00Z`) - 2 * HOUR_MS
  const hours = Array.from({ length: 26 }, (_, hour) => ({
    startsAt: new Date(startsAtMs + hour * HOUR_MS).toISOString(),
    tso: 1000,
    model: 1400,
    final: 1500,
    p10: 1300,
    p90: 1800,
    actual: 1450,
  }))
  const scores: AccuracyAnswer['scores'] = {
    fromDay: dayText(-28),
    toDay: dayText(-1),
    days: 28,
    replayedDays: 0,
    suspiciousDays: 0,
    hours: 672,
    tsoForecast: 'published',
    tsoMaeMw: 1480,
    modelMaeMw: 1250,
    finalMaeMw: 1210,
    naiveMaeMw: 5000,
    meanLoadMw: 20_000,
    bandCoverage: 0.806,
  }
  return {
    country: 'de',
    day: dayText(1),
    run: RUN,
    scores,
    scoresByKind: { early: scores, complete: { ...scores, finalMaeMw: 980 } },
    hours,
    yesterday: { day: dayText(-1), hours },
    defects: [{ quantity: 'wind', text: 'The wind forecast is the same in all hours.' }],
  }
}

async function answer(page: Page, kinds: RunsAnswer['kinds'] = ['early']): Promise<void> {
  const runs: RunsAnswer = {
    day: dayText(1),
    firstDay: dayText(0),
    lastDay: dayText(1),
    kinds,
    runs: { de: RUN },
  }
  await page.route('**/energia/tab-2', (route) => route.fulfill({ json: forecast() }))
  await page.route('**/energia/runs', (route) => route.fulfill({ json: runs }))
  await page.route('**/energia/accuracy', (route) => route.fulfill({ json: accuracy() }))
}

/** Chooses what the map shows. */
async function show(page: Page, hand: Hand, metric: string): Promise<void> {
  await hand.press(page.getByRole('button', { name: /Map shows$/ }))
  await hand.take(page.getByRole('option', { name: metric, exact: true }))
}

function label(page: Page) {
  return page.locator('.leaflet-tooltip')
}

inBothWays(() => {
  test('the metric of the map is signed, named with both operands and kept in the address', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    await page.goto('/model?hour=3')
    await expect(label(page)).toHaveText('1,503')
    await expect(page.getByText('Final value = load − solar − wind, MW')).toBeVisible()
    await show(page, hand, 'Against TSO')
    await expect(label(page)).toHaveText('+500')
    await expect(page.getByText('Final value − TSO, MW')).toBeVisible()
    await expect(page.getByText('above 0: higher than the TSO')).toBeVisible()
    await show(page, hand, 'Against today')
    await expect(label(page)).toHaveText('−500')
    await expect(page.getByText('Final value − Instance Today, MW')).toBeVisible()
    await expect(page).toHaveURL('/model?hour=3&metric=against-today')
    await page.reload()
    await expect(label(page)).toHaveText('−500')
    await hand.expectAccessible()
  })

  test('the map shows each country’s share of its own peak, and the change against the previous run by name', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    await page.route('**/energia/peaks', (route) => route.fulfill({ json: { de: 3006, pl: null } }))
    const isPrevious = (route: Route) => route.request().postDataJSON().run === 'previous'
    await page.route('**/energia/day-forecast', (route) => route.fulfill({ json: forecast(1300) }))
    const days = { day: dayText(1), firstDay: dayText(0), lastDay: dayText(1), kinds: ['early', 'complete'] }
    await page.route('**/energia/runs', (route) => {
      const issuedAt = `${dayText(0)}T${isPrevious(route) ? '07' : '17'}:02:00Z`
      return route.fulfill({ json: { ...days, runs: { de: { ...RUN, issuedAt, asOf: issuedAt } } } })
    })
    await page.goto('/model?hour=3&country=de')
    await show(page, hand, 'Share of its own peak')
    await expect(label(page)).toHaveText('50%')
    await expect(page).toHaveURL('/model?hour=3&country=de&metric=share-of-peak')
    await show(page, hand, 'Against the previous run')
    await expect(label(page)).toHaveText('+200')
    await expect(page.getByText(/^Compared with the run of 0[89]:02\.$/)).toBeVisible()
    const details = page.getByRole('region', { name: 'Data for: Germany' })
    await expect(details.getByRole('button', { name: 'Earlier run' })).toBeVisible()
    const row = details.getByRole('row', { name: /^03:00/ })
    await expect(row.getByRole('cell').last()).toHaveText('1,303')
    await hand.expectAccessible()
    await show(page, hand, 'Final value')
    await expect(details.getByRole('columnheader')).toHaveCount(4)
  })

  test('the list of countries is sorted by name, value or change', async ({ signedIn: page, hand }) => {
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
    await hand.press(list.getByRole('button', { name: 'Value' }))
    await expect(first).toHaveText(/^Germany.*900$/)
    await hand.press(list.getByRole('button', { name: 'Change' }))
    await expect(first).toHaveText(/^Poland.*\+200$/)
    await hand.press(list.getByRole('button', { name: 'Name' }))
    await expect(first).toHaveText(/^Austria.*50$/)
  })

  test('steps through the delivery days that have stored runs', async ({ signedIn: page, hand }) => {
    await answer(page)
    await page.goto('/model')
    const [previous, next] = ['Previous delivery day', 'Next delivery day'].map((name) =>
      page.getByRole('button', { name }),
    )
    if (!previous || !next) throw new Error('two buttons were expected')
    await expect(next).toBeDisabled()
    const [request] = await Promise.all([page.waitForRequest('**/energia/tab-2'), hand.press(previous)])
    expect(request.postDataJSON()).toMatchObject({ time: [`${dayText(-1)} 00:00`, `${dayText(0)} 00:00`] })
    await expect(page).toHaveURL(`/model?day=${dayText(0)}`)
    await expect(previous).toBeDisabled()
    await page.reload()
    await expect(previous).toBeDisabled()
    await hand.expectAccessible()
    await hand.press(next)
    await expect(page).toHaveURL('/model')
  })

  test('a delivery day is chosen from the calendar, as far as there are runs', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    await page.goto('/model')
    const button = page.getByRole('button', { name: /^Choose a delivery day, / })
    const picker = page.locator('input[type=date]')
    await expect(picker).toHaveAttribute('min', dayText(0))
    await expect(picker).toHaveAttribute('max', dayText(1))
    const label = await button.textContent()
    // The calendar itself is the browser's, out of reach of the page.
    await picker.evaluate((input) =>
      Object.assign(input, { showPicker: () => (input.dataset['shown'] = 'yes') }),
    )
    await hand.press(button)
    await expect(picker).toHaveAttribute('data-shown', 'yes')
    await picker.fill(dayText(-3))
    await expect(page).toHaveURL('/model')
    await picker.fill(dayText(0))
    await expect(page).toHaveURL(`/model?day=${dayText(0)}`)
    await expect(button).not.toHaveText(label ?? '')
  })

  test('steps back to what was said before the auction, and keeps it in the address', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    const weather = { model: 'ecmwf_ifs', run: '2026-01-01T00:00:00Z', knownAt: '2026-01-01T07:41:00Z' }
    const asksEarly = (route: Route) => route.request().postDataJSON().run === 'early'
    await page.route('**/energia/day-forecast', (route) =>
      route.fulfill({ json: forecast(asksEarly(route) ? 1700 : 1600) }),
    )
    await page.route('**/energia/runs', (route) => {
      const run: ForecastRun = asksEarly(route)
        ? { ...RUN, weather }
        : { ...RUN, kind: 'complete', missingInputs: [] }
      const days = { day: dayText(1), firstDay: dayText(0), lastDay: dayText(1) }
      return route.fulfill({ json: { ...days, kinds: ['early', 'complete'], runs: { de: run } } })
    })
    await page.route('**/energia/accuracy', (route) =>
      route.fulfill({ json: { ...accuracy(), run: asksEarly(route) ? { ...RUN, weather } : RUN } }),
    )
    await page.goto('/model?country=de')
    await expect(label(page)).toHaveText('1,500')
    await hand.choose(page.getByRole('radio', { name: 'Before the auction' }))
    await expect(label(page)).toHaveText('1,700')
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
    await expect(label(page)).toHaveText('1,700')
    await hand.expectAccessible()
    await hand.choose(page.getByRole('radio', { name: 'Latest' }))
    await expect(label(page)).toHaveText('1,500')
    await expect(page).toHaveURL('/model?country=de')
  })

  test('shows the latest run where none was made before the auction, and says so', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    await page.route('**/energia/runs', (route) =>
      route.fulfill({
        json: {
          day: dayText(1),
          firstDay: dayText(0),
          lastDay: dayText(1),
          kinds: ['complete'],
          runs: { de: { ...RUN, kind: 'complete', missingInputs: [] } },
        },
      }),
    )
    await page.goto('/model?run=early')
    await expect(
      page.getByText('No run before the auction yet: the latest is shown.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Latest' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Before the auction' })).toBeDisabled()
    await expect(page.getByRole('radiogroup', { name: 'Run' })).toHaveAccessibleDescription(
      'None before the auction yet',
    )
    await hand.expectAccessible()
  })

  test('a row of the table chooses its hour, and country and hour are in the address', async ({
    signedIn: page,
    hand,
  }) => {
    await answer(page)
    await page.goto('/model')
    await hand.press(page.getByRole('list').getByRole('button', { name: /Germany/ }))
    await expect(page).toHaveURL('/model?country=de')
    // With a mouse the whole row can be clicked; by keyboard its hour.
    if (hand.way === 'mouse') await page.getByRole('cell', { name: '1,507' }).click()
    else await hand.press(page.getByRole('button', { name: '07:00' }))
    await expect(page.getByText('Selected: 07:00')).toBeVisible()
    await expect(label(page)).toHaveText('1,507')
    await expect(page).toHaveURL('/model?country=de&hour=7')
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
    await expect(page.getByText('Selected: 07:00')).toBeVisible()
    await hand.expectAccessible()
  })

  test('the map follows the chart only when the switch is on', async ({ signedIn: page, hand }) => {
    await answer(page)
    await page.goto('/model?country=de')
    const chart = page.getByRole('application', { name: 'Forecast for Germany' })
    // The band loads last, and the chart is made again with it.
    await expect(page.getByText('P10–P90').first()).toBeVisible()
    const read = async () => {
      if (hand.way === 'mouse') return chart.hover({ position: { x: 300, y: 200 } })
      await chart.focus()
      return page.keyboard.press('End')
    }
    await read()
    await expect(page.locator('.chart-tooltip-shown')).toBeVisible()
    await expect(page.getByText('Selected: 00:00')).toBeVisible()
    await hand.press(page.getByRole('switch', { name: 'Map follows the chart' }))
    await read()
    await expect(page.getByText('Selected: 00:00')).toBeHidden()
    if (hand.way === 'keyboard') await expect(page.getByText('Selected: 23:00')).toBeVisible()
    await hand.expectAccessible()
  })
})

test('the link to the page and the browser’s history open it as the address says', async ({
  signedIn: page,
}) => {
  await answer(page)
  await page.goto('/model?country=de&hour=5')
  const link = page.getByRole('navigation').getByRole('link', { name: 'Model' })
  await link.click()
  await expect(page.getByRole('heading', { name: /^Data for/ })).toBeHidden()
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  // Longer than an hour takes to get into the address.
  await page.waitForTimeout(600)
  await expect(page).toHaveURL('/model')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByText('Selected: 05:00')).toBeVisible()
  await page.waitForTimeout(600)
  await expect(page).toHaveURL('/model?country=de&hour=5')
  await page.getByRole('button', { name: 'Play' }).click()
  await expect(page.getByText('Selected: 05:00')).toBeHidden()
  await link.click()
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await page.waitForTimeout(600)
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await expect(page).toHaveURL('/model')
})

test('playback writes nothing into the address, where the hour stands that a person chose', async ({
  signedIn: page,
}) => {
  await answer(page)
  await page.clock.install()
  await page.goto('/model')
  await expect(label(page)).toHaveText('1,500')
  await expect(page.getByRole('list').getByRole('button', { name: /Germany/ })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 5000)
  const written: string[] = []
  page.on('framenavigated', (frame) => written.push(new URL(frame.url()).search))
  const play = async () => {
    await page.getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(1999)
    await expect(page.getByText('Selected: 03:00')).toBeVisible()
    await page.getByRole('button', { name: 'Pause' }).click()
    // Longer than an hour takes to get into the address.
    await page.clock.runFor(600)
  }
  await play()
  expect(written).toEqual([])
  await page.getByRole('slider').press('End')
  await expect(page.getByText('Selected: 23:00')).toBeVisible()
  await page.clock.runFor(600)
  await expect(page).toHaveURL('/model?hour=23')
  await play()
  expect(written).toEqual(['?hour=23'])
})

test('says when the run was made and what was not published yet', async ({ signedIn: page }) => {
  await answer(page)
  await page.goto('/model?country=de')
  await page.getByRole('button', { name: 'How was this made?' }).click()
  await expect(
    page.getByText(/^All countries: Run of .*: TSO load; TSO wind and solar not published yet\.$/),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(
    page.getByText(
      '10:04: TSO load; TSO wind and solar not published yet. Final value: corrected TSO forecast',
    ),
  ).toBeVisible()
})

test('shows the accuracy of the forecast of the selected country', async ({ signedIn: page }) => {
  await answer(page)
  await page.goto('/model?country=de')
  const scores = page.getByRole('region', { name: 'Accuracy of the last 28 days' })
  await expect(scores.getByRole('row', { name: /^Final value/ })).toContainText('1,210 MW')
  await expect(scores.getByRole('row', { name: /^Final value/ })).toContainText('−18.2%')
  await expect(scores.getByRole('row', { name: /^Same hour last week/ })).toContainText('5,000 MW')
  await expect(scores.getByText('80.6% of the actual values')).toBeVisible()
  await expect(scores.getByText('Mean absolute error of the residual load, early runs')).toBeVisible()
  await expect(scores.getByText('Complete runs, made with all TSO forecasts: 980 MW.')).toBeVisible()
  await expect(page.getByText('The wind forecast is the same in all hours.')).toBeVisible()
  await expect(page.getByText('P10–P90').filter({ visible: true }).first()).toBeVisible()
  await expectAccessible(page)
})

test('asks a foreign backend only for the specified call, and works without runs and accuracy', async ({
  signedIn: page,
}) => {
  await answer(page)
  await hideOwnBackend(page)
  const others = callsBeyondSpecification(page)
  await page.goto('/model?country=de&run=early')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(label(page)).toHaveText('1,500')
  await expect(page.getByRole('button', { name: 'Previous delivery day' })).toBeHidden()
  await expect(page.getByRole('radiogroup', { name: 'Run' })).toBeHidden()
  await expect(page.getByRole('heading', { name: /Accuracy/ })).toBeHidden()
  expect(others).toEqual([])
})

test('posts the specified call on entering, on another delivery day and on Retry, at no other moment', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/500/, /INTERNET_DISCONNECTED/)
  await answer(page, ['early', 'complete'])
  await page.route('**/energia/day-forecast', (route) => route.fulfill({ json: forecast(1700) }))
  const days: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/energia/tab-2')) return
    const { time, ...rest } = request.postDataJSON()
    expect(rest).toEqual({ category: '', area: '', frequency: 'H' })
    days.push(time[1].slice(0, 10))
  })
  await page.goto('/model?run=early')
  await expect(label(page)).toHaveText('1,700')
  for (const name of ['Latest', 'Before the auction', 'Latest'])
    await page.getByText(name, { exact: true }).click()
  for (const name of ['Against TSO', 'Final value']) {
    await page.getByRole('button', { name: /Map shows$/ }).click()
    await page.getByRole('option', { name, exact: true }).click()
  }
  await page
    .getByRole('list')
    .getByRole('button', { name: /Germany/ })
    .click()
  await page.getByRole('slider').press('End')
  for (const name of ['Day at a glance', 'Accuracy', 'Map']) await page.getByRole('tab', { name }).click()
  await page.context().setOffline(true)
  await page.context().setOffline(false)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await expect(label(page)).toHaveText('1,523')
  expect(days).toEqual([dayText(1)])

  await page.getByRole('button', { name: 'Previous delivery day' }).click()
  await expect.poll(() => days).toEqual([dayText(1), dayText(0)])
  await page.route('**/energia/tab-2', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Next delivery day' }).click()
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => days.slice(2)).toEqual([dayText(1), dayText(1)])
  await expect(page.getByText('Whoops something went wrong')).toBeVisible()

  // Back from another page is entering. The page is left when the other one is there.
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Metrics Dashboard' })).toBeVisible()
  const before = days.length
  await page.getByRole('navigation').getByRole('link', { name: 'Model' }).click()
  await expect.poll(() => days.length).toBe(before + 1)
})

test('an invalid address opens the default page', async ({ signedIn: page }) => {
  await answer(page)
  await page.goto('/model?hour=99&country=%3Cimg%20src=x%3E&metric=constructor&day=2026-02-30')
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await expect(label(page)).toHaveText('1,500')
  await expect(page.getByRole('heading', { name: /^Data for/ })).toBeHidden()
})
