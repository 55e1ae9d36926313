import { BRIEFING_PATH, BriefingSchema } from '#contract/briefing.ts'
import { countryName, countryOfArea } from '#contract/countries.ts'
import { FORECAST_PATH } from '#contract/forecast.ts'
import { briefingFigures } from '#contract/words/briefing.ts'
import { expectAccessible } from '#e2e/testing/axe.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { expect, SOON, test } from '#e2e/testing/test.ts'

const FIGURES = `**${BRIEFING_PATH}?*`
/** From top to bottom. */
const PARTS = ['Welcome back!', 'Go to Dashboard', 'Quick Start', /^Briefing for \w{3}, /]

test('the specified parts come first, the first card in sight, on any screen', async ({ page }) => {
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
      all.map((heading) => (heading.closest('section') ?? heading).getBoundingClientRect().top),
    )
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  }
})

test('the briefing has the API’s sentences, links to views, and is copied', async ({ page, session }) => {
  const specified: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith(FORECAST_PATH)) specified.push(request.url())
  })
  await page.goto('/home')
  await expect(page.getByText(/^Lowest /)).toBeVisible(SOON)
  // The specified call belongs to the model page.
  expect(specified).toEqual([])
  await expectAccessible(page)
  // One instant for pages and API: a run may be issued during the test.
  const asOf = new Date().toISOString()
  await page.route(FIGURES, (route) => route.continue({ url: `${route.request().url()}&as_of=${asOf}` }))
  await page.reload()
  const read = (format: string) =>
    page.request.get(`${BRIEFING_PATH}?format=${format}&as_of=${asOf}`, {
      headers: { authorization: `Bearer ${session.authToken}` },
    })
  const { countries, day: tomorrow } = BriefingSchema.parse(await (await read('json')).json())
  const [country] = countries
  if (country === undefined) throw new Error('no country is followed')
  const region = page.getByRole('region', { name: 'Germany' })
  for (const { sentence } of country.lines) await expect(region.getByText(sentence)).toHaveCount(1)
  const view = { area: country.area, day: tomorrow, zone: 'Europe/Brussels', as_of: null }
  const figures = briefingFigures(country, view)
  expect(figures).toHaveLength(5)
  for (const { label, figure, detail, address } of figures) {
    const link = region.getByRole('link', { name: `${label} ${figure} ${detail}`.trim() })
    await expect(link).toHaveAttribute('href', address)
  }
  await page.getByRole('button', { name: 'Copy as text' }).click()
  await expect(page.getByText('Text copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const text = await (await read('text')).text()
  expect(copied.replace(/(?<=Germany) http.*/, '')).toBe(text.trimEnd())

  const [lowest, , , , error] = figures
  await region.getByRole('link', { name: /^Lowest / }).click()
  // The usual range is visible in this view.
  await expect(page).toHaveURL(/usual=true/)
  await expect(page.getByRole('switch', { name: 'Usual range' })).toBeChecked()
  await expect(page.getByRole('main')).toContainText(lowest?.figure ?? '')
  await page.goBack()
  await region.getByRole('link', { name: error?.label ?? '' }).click()
  await expect(page.getByRole('heading', { name: 'Where the forecast missed: Germany' })).toBeInViewport()
  await expect(page.getByRole('list', { name: 'Changes of Germany by hour' })).toContainText(' = ')
})

test('five countries are in sight on a desk, the first figures on a phone', async ({ page }) => {
  const areas = ['DE', 'NL', 'PL', 'HU', 'GR'] as const
  await page.route(FIGURES, async (route) => {
    const response = await route.fetch()
    const answer = BriefingSchema.parse(await response.json())
    const countries = areas.flatMap((area) =>
      answer.countries.map((country) => ({ ...country, area, name: countryName(countryOfArea(area)) })),
    )
    await route.fulfill({ response, json: { ...answer, countries } })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/home')
  await expect(page.getByRole('region', { name: 'Greece' })).toBeInViewport({ ratio: 1, ...SOON })
  for (const name of ['Go to Dashboard', 'Quick Start'])
    expect((await page.getByRole('region', { name }).boundingBox())?.height).toBeLessThanOrEqual(100)
  await page.setViewportSize({ width: 390, height: 844 })
  const lowest = page.getByRole('region', { name: 'Germany' }).getByRole('link', { name: /^Lowest / })
  expect((await lowest.boundingBox())?.y).toBeLessThan(440)
  await page.setViewportSize({ width: 320, height: 640 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(320)
})

test('failed figures say why, load again, and come with the network', async ({ page, context, watch }) => {
  watch.expected.push(/Failed to load resource/)
  const figure = page.getByText(/^Lowest /)
  await page.clock.install()
  await page.route(FIGURES, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(
    page.getByText(
      'The briefing could not be loaded. The server answered with an error (500). Retrying automatically.',
    ),
  ).toBeVisible()
  const [failure, button] = await Promise.all([
    boxOf(page.locator('[data-panel="failed"]')),
    boxOf(page.getByRole('button', { name: 'Try again' })),
  ])
  expect(button.y + button.height).toBeLessThan(failure.y + failure.height)
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
