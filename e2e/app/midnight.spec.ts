import type { Page } from '@playwright/test'

import { BRIEFING_PATH } from '#contract/briefing.ts'
import { addDays } from '#contract/zone-time.ts'
import { card, runButton } from '#e2e/testing/cards.ts'
import { answerHours, asked, queriesOf, QUERY } from '#e2e/testing/graphs.ts'
import { expect, test } from '#e2e/testing/test.ts'

/** Five minutes before midnight in Berlin: in summer, and on both sides of the days on which the clock changes. */
const EVENINGS = [
  ['2026-06-10T21:55Z', '2026-06-10'],
  ['2027-03-27T22:55Z', '2027-03-27'],
  ['2027-03-28T21:55Z', '2027-03-28'],
  ['2027-10-30T21:55Z', '2027-10-30'],
  ['2027-10-31T22:55Z', '2027-10-31'],
] as const
const SPANS = ['Today', 'Tomorrow', 'Last 7 days'] as const
const LINK = `/dashboard?v=1&${['0d,0d', '1d,1d', '-6d,0d'].map((range) => `g=DE,residual,H,${range},run`).join('&')}`

/** The end of a range: `10, 2026` of `Jun 4 – 10, 2026`. */
const ending = (day: string) => `${Number(day.slice(8))}, ${day.slice(0, 4)}`

/** Keeps the session until a moment. */
async function open(page: Page, time: string, path: string, expiresAtMs = 9e15) {
  await page.addInitScript(
    (expiry) => window.localStorage.setItem('authTokenExpiry', expiry),
    String(expiresAtMs),
  )
  await page.clock.install({ time: new Date(time) })
  await page.route(QUERY, answerHours)
  await page.goto(path)
}

for (const [time, today] of EVENINGS)
  test(`after the midnight of ${today} no card names its days as before`, async ({ page }) => {
    const queries = queriesOf(page)
    await open(page, time, LINK)
    const range = (position: number) => card(page, position).locator('p[title]')
    for (const [index, name] of SPANS.entries()) await expect(range(index + 1)).toContainText(`· ${name}`)
    await expect.poll(() => queries.length).toBe(SPANS.length)

    await page.clock.fastForward(10 * 60_000)
    for (const [index, day] of [today, addDays(today, 1), today].entries()) {
      await expect(range(index + 1)).toContainText(ending(day))
      await expect(range(index + 1)).not.toContainText(SPANS[index] ?? '')
      await expect(card(page, index + 1).getByText('Not run yet')).toBeVisible()
    }
    expect(queries).toHaveLength(SPANS.length)

    const next = page.waitForRequest(QUERY)
    await runButton(page, 2).click()
    expect(asked(await next).time).toEqual([`${addDays(today, 2)} 00:00`, `${addDays(today, 2)} 23:59`])
    await expect(range(2)).toContainText('· Tomorrow')
    await expect(card(page, 2).getByText('Not run yet')).toBeHidden()
  })

for (const [time, today] of [
  ['2027-03-28T00:55Z', '2027-03-28'],
  ['2027-10-31T00:55Z', '2027-10-31'],
] as const)
  test(`when the clock changes in the night of ${today} cards keep days and values`, async ({ page }) => {
    const queries = queriesOf(page)
    await open(page, time, LINK)
    const range = (position: number) => card(page, position).locator('p[title]')
    await expect.poll(() => queries.length).toBe(SPANS.length)
    const zones = await range(1).getAttribute('title')
    expect(zones).toContain('Europe/Berlin, CE')
    await page.clock.fastForward(10 * 60_000)
    await page.clock.runFor(1000)
    for (const [index, name] of SPANS.entries()) {
      await expect(range(index + 1)).toContainText(`· ${name}`)
      await expect(card(page, index + 1).getByText('Not run yet')).toBeHidden()
    }
    await expect(range(1)).toHaveAttribute('title', zones ?? '')
    expect(queries).toHaveLength(SPANS.length)
    const again = page.waitForRequest(QUERY)
    await runButton(page, 1).click()
    expect(asked(await again).time).toEqual([`${today} 00:00`, `${today} 23:59`])
    await page.reload()
    await expect(range(3)).toHaveAttribute('title', new RegExp(ending(today)))
    await expect.poll(() => queries.length).toBe(2 * SPANS.length + 1)
    const [, , week] = queries.slice(-SPANS.length).map(asked)
    expect(week?.time).toEqual([`${addDays(today, -6)} 00:00`, `${today} 23:59`])
  })

test('after midnight the briefing has the day of its figures', async ({ page }) => {
  let day = '2026-06-11'
  await page.route(`**${BRIEFING_PATH}?*`, (route) =>
    route.fulfill({ json: { day, zone: 'Europe/Brussels', countries: [] } }),
  )
  await open(page, '2026-06-10T21:55Z', '/home')
  await expect(page.getByRole('heading', { name: 'Briefing for Thu, Jun 11' })).toBeVisible()
  await page.clock.runFor(6 * 60_000)
  await expect(page.getByRole('heading', { name: 'Briefing for Thu, Jun 11' })).toBeVisible()
  day = '2026-06-12'
  await page.clock.runFor(61_000)
  await expect(page.getByRole('heading', { name: 'Briefing for Fri, Jun 12' })).toBeVisible()
})

for (const path of ['/home', '/dashboard', '/model'])
  test(`a session that ends at night leaves ${path} for the sign-in page`, async ({ page, watch }) => {
    watch.expected.push(/Failed to load resource/)
    await open(page, '2026-06-10T21:55Z', path, Date.parse('2026-06-11T01:00Z'))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.clock.fastForward(4 * 3_600_000)
    await page.clock.runFor(61_000)
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Session expired. Redirecting to login...', { exact: true })).toBeVisible()
  })
