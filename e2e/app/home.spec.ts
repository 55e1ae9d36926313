import type { Page } from '@playwright/test'
import { z } from 'zod'

import { COUNTRIES } from '#contract/countries.ts'
import { reachZeroWords } from '#contract/day-sheet.ts'
import { DAY_SHEET_PATH, FORECAST_PATH } from '#contract/forecast.ts'
import { FORECAST_ROWS_PATH, ForecastRowSchema } from '#contract/row-tables.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { expect, SOON, test } from '#e2e/testing/test.ts'

const FIGURES = `**${DAY_SHEET_PATH}?*`
/** The headings of the page, from top to bottom. */
const PARTS = ['Welcome back!', 'Go to Dashboard', 'Quick Start', 'The market at a glance']

test('the specified parts come first, the first card in sight, on a desk and on a phone', async ({
  page,
}) => {
  await page.goto('/home')
  const headings = page
    .getByRole('main')
    .getByRole('heading', { level: 1 })
    .or(page.getByRole('heading', { level: 2 }))
  for (const [width, height] of [
    [1280, 720],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(headings).toHaveText(PARTS)
    await expect(page.getByRole('region', { name: 'Go to Dashboard' })).toBeInViewport({ ratio: 1 })
    const tops = await headings.evaluateAll((all) =>
      all.map((heading) => heading.getBoundingClientRect().top),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  }
})

function togetherRow(page: Page) {
  return page.getByRole('row').filter({
    has: page.getByRole('rowheader', { name: 'All together: Residual load' }),
  })
}

test('the home page shows tomorrow and leads to the pages that show more', async ({ page }) => {
  const specified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(FORECAST_PATH)) specified.push(request.url())
  })
  await page.goto('/home')
  await expect(page.getByText(/^Lowest residual load/)).toBeVisible(SOON)
  await expect(page.getByText(/at \d\d:00, 13 countries together/)).toBeVisible(SOON)
  // The specified call belongs to the model page.
  expect(specified).toEqual([])
  await expect(page.getByText(/in the 3 hours to \d\d:00/)).toBeVisible()
  await expectAccessible(page)
  const figure = (text: RegExp) => page.getByText(text).first().textContent()
  const hour = /at (\d\d:00)/.exec((await figure(/at \d\d:00, 13/)) ?? '')?.[1]
  const [lowest, ramp] = [await figure(/^[\d,−]+ MW$/), await figure(/^[+−][\d,]+ MW$/)]
  await expect(page.getByText(/^The 13 countries: Austria, Belgium, .* and Slovenia\.$/)).toBeVisible()
  await page.getByRole('link', { name: 'Show in the morning sheet' }).first().click()
  const marked = togetherRow(page).locator('mark')
  await expect(marked).toHaveText(`${lowest?.replace(' MW', '')} ${hour}`)
  await expect(marked).toBeInViewport()
  await page.goBack()
  await page.getByRole('link', { name: 'Show in the morning sheet' }).last().click()
  await expect(marked).toContainText(`${ramp?.replace(' MW', '')} `)
  await expectAccessible(page)
})

test('the hours that may reach zero are those of the API, on Home, in the morning sheet and at a glance', async ({
  page,
  session,
}) => {
  await page.goto('/home')
  const words = page.getByText(
    /(May reach zero \(P10 ≤ 0\): .*|P10 stays above zero in every country and hour)\.$/,
  )
  await expect(words).toBeVisible(SOON)
  const answer = await page.request.get(`${FORECAST_ROWS_PATH}?format=json&zone=Europe/Brussels`, {
    headers: { authorization: `Bearer ${session.authToken}` },
  })
  const rows = z.array(ForecastRowSchema).parse(await answer.json())
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeStyle: 'short' })
  const said = reachZeroWords(
    COUNTRIES.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ code, area }) => ({
      code,
      mayReachZero: rows
        .filter((row) => row.area === area && (row.p10_mw ?? 1) <= 0)
        .map(({ time_utc }) => clock.format(new Date(time_utc))),
    })),
  )
  await expect(words).toContainText(said)
  for (const glance of ['sheet', 'final']) {
    await page.goto(`/model?glance=${glance}&tz=Europe/Brussels`)
    await expect(words).toHaveText(said)
  }
})

test('the error of the last day stands beside the TSO’s, and leads to the chart of that day', async ({
  page,
}) => {
  await page.goto('/home')
  const figure = page.getByText(/^Our error [\d,]+ MW, the TSO’s [\d,]+, on /)
  await expect(figure).toBeVisible(SOON)
  const day = /on (.*)\.$/.exec((await figure.textContent()) ?? '')?.[1]
  await expect(page.getByText(/^[\d.]+% (closer|farther off)$/)).toBeVisible()
  await page.getByRole('link', { name: 'Show this day' }).click()
  await expect(page.getByRole('heading', { name: 'Where the forecast missed: Germany' })).toBeInViewport()
  await expect(page.getByRole('button', { name: `Choose a delivery day, ${day}` })).toBeAttached()
  await expect(page.getByRole('list', { name: 'Changes of Germany by hour' })).toContainText(' = ')
})

test('a ready-made dashboard is two clicks away, and who comes back reads what is new', async ({ page }) => {
  await page.clock.install()
  await page.goto('/home')
  await expect(page.getByText(/13 countries together/).first()).toBeVisible(SOON)
  const news = page.getByText(/^New since your last visit/)
  await expect(news).toBeHidden()
  await page.evaluate(() => window.localStorage.setItem('lastVisit', `NaN ${Date.now() - 48 * 3_600_000}`))
  await page.reload()
  await expect(news).toContainText(/: a forecast for \w{3}, .* and actual values until .*\d\d:\d\d\.$/)
  await page.getByRole('button', { name: 'Ready-made dashboards' }).click()
  await page.getByRole('menuitem', { name: 'Europe this week' }).click()
  await expect(page.getByRole('heading', { name: 'Graph #4' })).toBeVisible()
})

test.describe('in New York', () => {
  test.use({ timezoneId: 'America/New_York' })

  test('the figures are of the market’s day, and their links open it', async ({ page }) => {
    await page.goto('/home')
    await expect(page.getByText('Days and hours of Europe/Brussels')).toBeVisible()
    const hour = /at (\d\d:00)/.exec((await page.getByText(/at \d\d:00, 13/).textContent()) ?? '')?.[1]
    await page.getByRole('link', { name: 'Show in the morning sheet' }).first().click()
    await expect(togetherRow(page)).toContainText(` ${hour}`)
    await expect(page.getByRole('button', { name: 'Time zone: Europe/Brussels' })).toBeVisible()
    await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d.*tz=Europe\/Brussels/)
  })
})

test('figures that failed say why, can be loaded again, and come by themselves when the server or the network is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expected.push(/Failed to load resource/)
  const figure = page.getByText(/13 countries together/).first()
  await page.clock.install()
  await page.route(FIGURES, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(
    page.getByText(
      'The market at a glance could not be loaded. The server answered with an error (500). It is tried again by itself.',
    ),
  ).toBeVisible()
  await page.unroute(FIGURES)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure).toBeVisible(SOON)

  await page.route(FIGURES, (route) => route.fulfill({ status: 503, body: '' }))
  await page.reload()
  const failure = page.getByText('The market at a glance could not be loaded.')
  await expect(failure).toBeVisible()
  await page.unroute(FIGURES)
  await page.clock.runFor(16_000)
  await expect(figure).toBeVisible()

  await page.route(FIGURES, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(failure).toBeVisible()
  await context.setOffline(true)
  await page.unroute(FIGURES)
  await context.setOffline(false)
  await expect(figure).toBeVisible()

  await page.route(FIGURES, (route) => route.fulfill({ json: { day: '2026-06-11', hours: 24, rows: [] } }))
  await page.reload()
  await expect(page.getByText('There are no values yet.').first()).toBeVisible()
  await page.unroute(FIGURES)
  await page.clock.runFor(61_000)
  await expect(figure).toBeVisible()
})
