import type { Page } from '@playwright/test'

import { card, runButton, runQuery } from '#e2e/testing/cards.ts'
import { answerHours, asked, QUERY, STATUS } from '#e2e/testing/graphs.ts'
import { type Hand, inBothWays, test } from '#e2e/testing/hand.ts'
import { expect } from '#e2e/testing/test.ts'

/** 20 November 2026, noon in Berlin. */
const NOW = new Date('2026-11-20T11:00Z')
const LIMITED = { ...STATUS, span: { from: '2025-11-24T23:00:00Z', to: '2026-11-21T23:00:00Z' } }

async function open(page: Page, status: object): Promise<void> {
  await page.clock.setFixedTime(NOW)
  await page.route('**/energia/status', (route) => route.fulfill(status))
  await page.route(QUERY, answerHours)
  await page.goto('/dashboard')
}

const openCalendar = (page: Page, hand: Hand) =>
  hand.press(card(page).getByRole('button', { name: /Date range/ }))
const day = (page: Page, date: number) =>
  page
    .getByRole('grid')
    .getByRole('button')
    .filter({ hasText: new RegExp(`^${date}$`) })

const DEFAULT = /November 13th, 2026.*November 20th, 2026/
const expectShown = (page: Page, range: RegExp) =>
  expect(card(page).getByRole('button', { name: range })).toBeVisible()

test('the default is shown; one month opens at its start @§2.4-1,2,3 @§9-1', async ({ page, hand }) => {
  await open(page, { json: STATUS })
  await expectShown(page, DEFAULT)
  await openCalendar(page, hand)
  const popover = page.getByRole('dialog')
  await expect(popover.getByRole('grid')).toHaveCount(1)
  await expect(popover.getByText('November 2026').first()).toBeVisible()
  await expect(popover.getByRole('button', { name: 'Reset' })).toBeHidden()
})

test('only a whole range is stored; Reset sets 23:59 @§4.4-1,2 @§5-3,4 @§9-1,2', async ({ page, hand }) => {
  await open(page, { json: STATUS })
  await openCalendar(page, hand)
  await day(page, 3).click()
  await page.keyboard.press('Escape')
  await expectShown(page, DEFAULT)
  await openCalendar(page, hand)
  await day(page, 3).click()
  await day(page, 5).click()
  await expectShown(page, /November 3rd, 2026.*November 5th, 2026/)
  await page.keyboard.press('Escape')
  const [request] = await Promise.all([page.waitForRequest(QUERY), runQuery(page, hand)])
  expect(asked(request).time).toEqual(['2026-11-03 00:00', '2026-11-05 23:59'])

  await openCalendar(page, hand)
  const popover = page.getByRole('dialog')
  await popover.getByRole('button', { name: 'Reset' }).click()
  await expect(popover).toBeHidden()
  await expectShown(page, DEFAULT)
  const [again] = await Promise.all([page.waitForRequest(QUERY), hand.press(runButton(page))])
  expect(asked(again).time).toEqual(['2026-11-13 23:59', '2026-11-20 23:59'])
})

test('a range that is too long says its limit before the run', async ({ page }) => {
  await page.goto('/dashboard?v=1&g=DE,residual,H,2022-01-01T00:00,2024-06-30T23:59')
  const limit = page.getByText('Hourly values cover at most 2 years.')
  await expect(limit).toBeVisible()
  await page.getByRole('button', { name: 'Use daily' }).click()
  await expect(limit).toBeHidden()
})

test('the calendar is at least 365 px high and fits any window @§2.4-2 @§9-7', async ({ page, hand }) => {
  await open(page, { json: STATUS })
  const popover = page.getByRole('dialog')
  const tomorrow = popover.getByRole('button', { name: 'Tomorrow', exact: true })
  for (const [width, height] of [
    [1366, 768],
    [640, 360],
    [1280, 400],
    [1280, 300],
    [390, 700],
    [390, 400],
    [320, 300],
  ] as const) {
    await page.setViewportSize({ width, height })
    await openCalendar(page, hand)
    await expect.poll(async () => (await popover.boundingBox())?.height).toBeGreaterThanOrEqual(365)
    expect((await popover.boundingBox())?.y).toBeGreaterThanOrEqual(0)
    await expect(popover.getByRole('button', { name: 'Previous year' })).toBeInViewport({ ratio: 1 })
    await tomorrow.scrollIntoViewIfNeeded()
    await expect(tomorrow).toBeInViewport({ ratio: 1 })
    await popover.getByRole('button', { name: 'Yesterday' }).click()
    await expect(popover).toBeHidden()
    await expectShown(page, /November 19th, 2026.*November 19th, 2026/)
  }
})

test('a month stays the last one in the address', async ({ page, hand }) => {
  await open(page, { json: STATUS })
  await openCalendar(page, hand)
  const month = page.getByRole('button', { name: 'Last month', exact: true })
  await expect(month).toBeHidden()
  await hand.press(page.getByRole('button', { name: 'More', exact: true }))
  await hand.press(month)
  await openCalendar(page, hand)
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  await hand.expectAccessible()
  await page.keyboard.press('Escape')
  await runQuery(page, hand)
  await expect(page).toHaveURL(/,month-1m,month-1d,run$/)
  // Earlier, so that the session is still valid.
  await page.clock.setFixedTime(new Date('2026-10-02T11:00Z'))
  const [request] = await Promise.all([page.waitForRequest(QUERY), page.reload()])
  expect(asked(request).time).toEqual(['2026-09-01 00:00', '2026-09-30 23:59'])
  await expect(card(page).getByText('Last month, updated every day')).toBeVisible()
})

test('the calendar offers the days that have data, and jumps by years', async ({ page, hand }) => {
  await open(page, { json: LIMITED })
  await openCalendar(page, hand)
  const popover = page.getByRole('dialog')
  const press = (name: string) => hand.press(popover.getByRole('button', { name, exact: true }))
  await expect(day(page, 20)).toBeEnabled()
  await expect(day(page, 21)).toBeEnabled()
  await expect(day(page, 22)).toBeDisabled()
  await press('Previous')
  await expect(popover.getByText('October 2026').first()).toBeVisible()
  await press('Previous year')
  await expect(popover.getByText('November 2025').first()).toBeVisible()
  await expect(popover.getByRole('button', { name: 'Previous year' })).toBeDisabled()
  await expect(day(page, 25)).toBeEnabled()
  await expect(day(page, 24)).toBeDisabled()
  await hand.expectAccessible()
  await press('Next year')
  await expect(popover.getByText('November 2026').first()).toBeVisible()
  // A preset beyond the limits is clipped.
  await press('Last 12 months')
  const [request] = await Promise.all([page.waitForRequest(QUERY), hand.press(runButton(page))])
  expect(asked(request).time).toEqual(['2025-11-25 00:00', '2026-11-20 23:59'])
})

inBothWays(() => {
  test('two days of the calendar choose a range', async ({ page, hand }) => {
    await open(page, { json: LIMITED })
    await openCalendar(page, hand)
    await hand.pickDay(day(page, 5))
    // By keyboard the second day can only be before the first, so the range is picked from its end.
    await hand.pickDay(day(page, 3))
    await page.keyboard.press('Escape')
    const [request] = await Promise.all([page.waitForRequest(QUERY), hand.press(runButton(page))])
    expect(asked(request).time).toEqual(['2026-11-03 00:00', '2026-11-05 23:59'])
  })
})
