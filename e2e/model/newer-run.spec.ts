import type { Page } from '@playwright/test'

import { FORECAST_PATH, type ForecastAnswer } from '#contract/forecast.ts'
import type { Status } from '#contract/status.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { STATUS } from '#e2e/testing/graphs.ts'
import { test } from '#e2e/testing/hand.ts'
import { dayOf, labels } from '#e2e/testing/model.ts'
import { expect } from '#e2e/testing/test.ts'
import { runOf } from '#web/testing/runs.ts'

/** Hours before midnight in Berlin, because a test can take minutes on a slow machine. */
const EVENING = new Date('2026-06-10T17:00Z')
const BEFORE_MIDNIGHT = new Date('2026-06-10T21:55Z')
const DAY = '2026-06-11'
const EARLY = '2026-06-10T06:50:00Z'
const LATE = '2026-06-10T16:02:00Z'

function forecast(finalMw: number | null): ForecastAnswer {
  const entry = { TSO: 1000, Instance_Today: 2000, Instance_Tomorrow: 1400, Final_Value: finalMw }
  return { de: dayOf(() => entry) }
}

/** A page at a fixed time that shows the morning's run although the evening's is available. Returns the specified calls. */
async function answer(page: Page, time = EVENING, newest = DAY): Promise<{ specified: string[] }> {
  const specified: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === FORECAST_PATH) specified.push(request.postData() ?? '')
  })
  await page.addInitScript(() => window.localStorage.setItem('authTokenExpiry', '9999999999999'))
  await page.clock.install({ time })
  let isRenewed = false
  await page.route('**/energia/tab-2', (route) => route.fulfill({ json: forecast(1500) }))
  await page.route('**/api/v1/day-forecast?*', (route) => {
    isRenewed = true
    return route.fulfill({ json: forecast(1300) })
  })
  await page.route('**/api/v1/runs?*', (route) => {
    const day = new URL(route.request().url()).searchParams.get('day') ?? ''
    const days = { day, firstDay: DAY, lastDay: day, kinds: ['early', 'complete'] }
    return route.fulfill({ json: { ...days, runs: { de: runOf({ issuedAt: isRenewed ? LATE : EARLY }) } } })
  })
  await page.route('**/api/v1/accuracy?*', (route) => route.fulfill({ status: 404, json: {} }))
  await page.route('**/energia/status', (route) =>
    route.fulfill({ json: { ...STATUS, newestRun: { day: newest, issuedAtUtc: LATE } } }),
  )
  return { specified }
}

const shownDay = (page: Page, day: string) =>
  page.getByRole('button', { name: `Choose a delivery day, ${day}` })

test.beforeEach(({ watch }) => void watch.expected.push(/Failed to load resource/))

test('a newer run is told in a line, and shown where the user wants it', async ({ page, hand }) => {
  const { specified } = await answer(page)
  await page.goto('/model?hour=3&country=de')
  await expect(labels(page)).toHaveText('1,500')
  await expect(page.getByText('Run of 18:02 is available')).toBeVisible()
  await hand.expectAccessible()
  await hand.press(page.getByRole('button', { name: 'Show', exact: true }))
  await expect(labels(page)).toHaveText('1,300')
  await expect(page.getByText('run of 18:02', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('is available')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeFocused()
  await expect(page).toHaveURL('/model?hour=3&country=de')
  await expect(page.getByText('Selected: 03:00')).toBeVisible()
  expect(specified).toHaveLength(1)
})

test('a newer run renews every table of the open tab', async ({ page }) => {
  // Worst days are requested only for scored days.
  await answer(page, new Date(), dayFromToday(1))
  // A pending table is not requested again.
  const first = page.waitForResponse(/\/day-errors\?/).then((response) => response.finished())
  await page.goto('/model?accuracy=28&country=de')
  const show = page.getByRole('button', { name: 'Show', exact: true })
  await expect(show).toBeVisible()
  await expect(page.getByRole('table', { name: /^Mean absolute error/ })).toBeVisible()
  await first
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await show.click()
  const tables = ['/api/v1/leaders', '/api/v1/accuracy-over-time', '/api/v1/day-errors']
  await expect.poll(() => asked).toEqual(expect.arrayContaining(tables))
})

test('newer values without a newer run are told too', async ({ page }) => {
  await answer(page)
  let newestActualUtc = '2026-06-10T21:00:00Z'
  // While history is loading, the page requests the status often.
  const backfill = { done: 1, total: 2 }
  await page.route('**/energia/status', (route) =>
    route.fulfill({ json: { ...STATUS, backfill, newestActualUtc } }),
  )
  const known = page.waitForResponse('**/energia/status')
  await page.goto('/model?hour=3')
  await expect(labels(page)).toHaveText('1,500')
  await known
  const line = page.getByText('Newer values are available')
  newestActualUtc = '2026-06-10T22:15:00Z'
  await page.clock.runFor(6000)
  await expect(line).toBeVisible()
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect(labels(page)).toHaveText('1,300')
  await expect(line).toBeHidden()
})

test('a user who follows sees newer runs by themselves', async ({ page }) => {
  const { specified } = await answer(page)
  await page.goto('/model?hour=3')
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await expect(labels(page)).toHaveText('1,300')
  await expect(page).toHaveURL('/model?hour=3&follow=true')
  await expect(page.getByText('New runs are shown automatically')).toBeVisible()
  await expectAccessible(page)
  expect(specified).toHaveLength(1)
  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page).toHaveURL('/model?hour=3')
  await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeHidden()
})

for (const [time, before, after] of [
  [BEFORE_MIDNIGHT, 'Thu, Jun 11', 'Fri, Jun 12'],
  // To and from the days on which the clock changes.
  ['2027-03-27T22:55Z', 'Sun, Mar 28', 'Mon, Mar 29'],
  ['2027-03-28T21:55Z', 'Mon, Mar 29', 'Tue, Mar 30'],
  ['2027-10-30T21:55Z', 'Sun, Oct 31', 'Mon, Nov 1'],
  ['2027-10-31T22:55Z', 'Mon, Nov 1', 'Tue, Nov 2'],
] as const)
  test(`at midnight ${before} moves on, without the specified call`, async ({ page }) => {
    const { specified } = await answer(page, new Date(time))
    await page.goto('/model?hour=3')
    await expect(shownDay(page, before)).toBeVisible()
    await expect(labels(page)).toHaveText('1,500')
    await page.clock.fastForward(5 * 60_000)
    await expect(shownDay(page, after)).toBeVisible()
    await expect(labels(page)).toHaveText('1,300')
    await expect(page).toHaveURL('/model?hour=3')
    expect(specified).toHaveLength(1)
  })

for (const [time, today, tomorrow] of [
  ['2027-03-28T00:55Z', 'Sun, Mar 28', 'Mon, Mar 29'],
  ['2027-10-31T00:55Z', 'Sun, Oct 31', 'Mon, Nov 1'],
] as const)
  test(`day, hour and values stay through the clock change before ${tomorrow}`, async ({ page }) => {
    const { specified } = await answer(page, new Date(time))
    await page.goto('/model?hour=3')
    await expect(shownDay(page, tomorrow)).toBeVisible()
    await expect(labels(page)).toHaveText('1,500')
    await page.clock.fastForward(10 * 60_000)
    await page.clock.runFor(1000)
    await expect(shownDay(page, tomorrow)).toBeVisible()
    await expect(labels(page)).toHaveText('1,500')
    await expect(page).toHaveURL('/model?hour=3')
    expect(specified).toHaveLength(1)
    await page.getByRole('button', { name: 'Previous delivery day' }).click()
    await expect(shownDay(page, today)).toBeVisible()
  })

test('at midnight the map keeps its day until the new tomorrow has a run', async ({ page }) => {
  await answer(page, BEFORE_MIDNIGHT)
  let finalMw: number | null = null
  await page.route('**/api/v1/day-forecast?*', (route) => route.fulfill({ json: forecast(finalMw) }))
  await page.goto('/model?hour=3')
  await expect(labels(page)).toHaveText('1,500')
  await page.clock.fastForward(5 * 60_000)
  const line = page.getByText('The page shows Thu, Jun 11. Fri, Jun 12 follows with its first run at 08:50.')
  await expect(line).toBeVisible()
  await expect(shownDay(page, 'Thu, Jun 11')).toBeVisible()
  await expect(page).toHaveTitle(/^Jun 11/)
  await expect(labels(page)).toHaveText('1,500')
  finalMw = 1300
  await page.clock.runFor(31_000)
  await expect(shownDay(page, 'Fri, Jun 12')).toBeVisible()
  await expect(labels(page)).toHaveText('1,300')
  await expect(line).toBeHidden()
})

test('the page says how far the forecasts of past days are', async ({ page }) => {
  await answer(page)
  let replays: Status['replays'] = { done: 40, total: 93 }
  await page.route('**/energia/status', (route) => route.fulfill({ json: { ...STATUS, replays } }))
  await page.goto('/model?hour=3')
  const line = page.getByText('Earlier forecasts are being made: 40 of 93 days').filter({ visible: true })
  // In the header, or in the footer if the header has no room, never over the page.
  for (const [width, place] of [
    [390, 'contentinfo'],
    [1024, 'contentinfo'],
    [1280, 'banner'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole(place).locator(line)).toBeVisible()
    await expect(line).toHaveCount(1)
  }
  replays = null
  await page.clock.runFor(6000)
  await expect(line).toBeHidden()
})
