import { z } from 'zod'

import { BRIEFING_PATH, BriefingSchema } from '#contract/briefing.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { FORECAST_ROWS_PATH, ForecastRowSchema } from '#contract/row-tables.ts'
import { reachZeroWords } from '#contract/words/day-sheet.ts'
import { formatMw } from '#contract/words/power.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { ask, expect, SOON, test } from '#e2e/testing/test.ts'

const FIGURES = `**${BRIEFING_PATH}?*`
/** The headings of the page, from top to bottom. */
const PARTS = ['Welcome back!', 'Go to Dashboard', 'Quick Start', /^Briefing for \w{3}, /]

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

test('the briefing has the sentences of the API, each leads to the view that shows it, and all are copied as text', async ({
  page,
  session,
}) => {
  const specified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(FORECAST_PATH)) specified.push(request.url())
  })
  await page.goto('/home')
  await expect(page.getByText(/^Lowest /)).toBeVisible(SOON)
  // The specified call belongs to the model page.
  expect(specified).toEqual([])
  await expectAccessible(page)
  // Pages and API are asked for one moment: meanwhile a run may be issued.
  const asOf = new Date().toISOString()
  await page.route(FIGURES, (route) => route.continue({ url: `${route.request().url()}&as_of=${asOf}` }))
  await page.reload()
  const read = (format: string) =>
    page.request.get(`${BRIEFING_PATH}?format=${format}&as_of=${asOf}`, {
      headers: { authorization: `Bearer ${session.authToken}` },
    })
  const { countries } = BriefingSchema.parse(await (await read('json')).json())
  const lines = countries.flatMap((country) => country.lines)
  const region = page.getByRole('region', { name: 'Germany' })
  for (const { sentence } of lines) await expect(region.getByRole('link', { name: sentence })).toBeVisible()
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const text = await (await read('text')).text()
  expect(copied.replace(/(?<=Germany) http.*/, '')).toBe(text.trimEnd())

  const [forecast] = lines
  await region.getByRole('link', { name: forecast?.sentence ?? '' }).click()
  const chosen = page.getByRole('gridcell', { selected: true })
  await expect(chosen).toContainText(formatMw(Number(forecast?.figures['lowest_mw'])))
  await page.goBack()
  const error = lines.find(({ subject }) => subject === 'Error')
  await region.getByRole('link', { name: error?.sentence ?? '' }).click()
  await expect(page.getByRole('heading', { name: 'Where the forecast missed: Germany' })).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Changes of Germany by hour' })).toContainText(' = ')
})

test('the hours that may reach zero are those of the API in the morning sheet and at a glance', async ({
  page,
}) => {
  const words = page.getByText(
    /(May reach zero \(P10 ≤ 0\): .*|P10 stays above zero in every country and hour)\.$/,
  )
  const asOf = new Date().toISOString()
  await page.goto('/home')
  const asked = { format: 'json', zone: 'Europe/Brussels', as_of: asOf }
  const rows = await ask(page, FORECAST_ROWS_PATH, z.array(ForecastRowSchema), asked)
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Brussels', timeStyle: 'short' })
  const said = reachZeroWords(
    COUNTRIES.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ code, area }) => ({
      code,
      mayReachZero: rows
        .filter((row) => row.area === area && (row.p10_mw ?? 1) <= 0)
        .map(({ time_utc }) => clock.format(new Date(time_utc))),
    })),
  )
  for (const glance of ['sheet', 'final']) {
    await page.goto(`/model?glance=${glance}&tz=Europe/Brussels&as_of=${asOf}`)
    await expect(words).toHaveText(said)
  }
})

test('figures that failed say why, can be loaded again, and come by themselves when the network is back', async ({
  page,
  context,
  watch,
}) => {
  watch.expected.push(/Failed to load resource/)
  const figure = page.getByText(/^Lowest /)
  await page.clock.install()
  await page.route(FIGURES, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(
    page.getByText(
      'The briefing could not be loaded. The server answered with an error (500). It is tried again by itself.',
    ),
  ).toBeVisible()
  await page.unroute(FIGURES)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(figure).toBeVisible(SOON)

  await page.route(FIGURES, (route) => route.abort('internetdisconnected'))
  await page.reload()
  await expect(page.getByText('The briefing could not be loaded.')).toBeVisible()
  await context.setOffline(true)
  await page.unroute(FIGURES)
  await context.setOffline(false)
  await expect(figure).toBeVisible()

  const empty = { day: '2026-06-11', zone: 'Europe/Brussels', countries: [] }
  await page.route(FIGURES, (route) => route.fulfill({ json: empty }))
  await page.reload()
  await expect(page.getByText(/^Choose up to 5 countries/)).toBeVisible()
  await page.unroute(FIGURES)
  await page.clock.runFor(61_000)
  await expect(figure).toBeVisible()
})
