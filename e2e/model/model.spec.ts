import type { Page } from '@playwright/test'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { boxOf } from '#e2e/testing/boxes.ts'
import { rowsOfColour } from '#e2e/testing/canvas.ts'
import { dayFromToday } from '#e2e/testing/days.ts'
import { holdCalls } from '#e2e/testing/hold-calls.ts'
import { countryButton, dayOf, entryOf, expectWholeMap, labels, openMap } from '#e2e/testing/model.ts'
import { expect, test } from '#e2e/testing/test.ts'

const FORECAST = '**/energia/tab-2'

function countryTable(page: Page) {
  return page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Final Value' }) })
}

test('asks exactly what is specified, spins, colours all countries with integers @§1-5 @§2.5-1,4,6,7 @§3.7-1 @§4.5-1 @§7-1 @§7.3-1,2,3 @§7.4-1 @§9-8', async ({
  page,
}) => {
  const release = await holdCalls(page, FORECAST)
  const [request, shapes] = await Promise.all([
    page.waitForRequest(FORECAST),
    page.waitForRequest((asked) => new URL(asked.url()).pathname === '/map.geo.json'),
    page.goto('/model'),
  ])
  expect(shapes.method()).toBe('GET')
  expect(request.method()).toBe('POST')
  expect(request.headers()['authorization']).toMatch(/^Bearer \S+$/)
  expect(request.postDataJSON()).toEqual({
    category: '',
    area: '',
    time: [`${dayFromToday(0)} 00:00`, `${dayFromToday(1)} 00:00`],
    frequency: 'H',
  })

  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible()
  const spinner = page.getByRole('progressbar', { name: /loading/i })
  await expect(spinner).toBeVisible()
  const response = page.waitForResponse(FORECAST)
  release()
  const answer = await (await response).json()
  expect(Object.keys(answer).toSorted()).toEqual([...FORECAST_COUNTRIES].toSorted())
  await expect(spinner).toBeHidden()
  await expectWholeMap(page)
  for (const text of await labels(page).allTextContents()) expect(text).toMatch(/^[−-]?[\d,]+$/)
  const value = Math.round(answer.de['00:00'].Final_Value)
  await expect(
    labels(page)
      .filter({ hasText: value.toLocaleString('en-US') })
      .first(),
  ).toBeVisible()
})

test('Play moves every 500 ms until Pause or hour 23 @§2.5-2,3 @§4.5-1,2 @§5-5 @§9-8', async ({ page }) => {
  await page.clock.install()
  await openMap(page)
  const slider = page.getByRole('slider')
  const play = page.getByRole('button', { name: 'Play' })
  const pause = page.getByRole('button', { name: 'Pause' })
  const expectHour = (hour: string) => expect(page.getByText(`Selected: ${hour}`)).toBeVisible()
  await expectHour('00:00')
  for (const tick of ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00'])
    await expect(page.getByText(tick, { exact: true }).first()).toBeVisible()
  await expect(slider).toHaveAttribute('min', '0')
  await expect(slider).toHaveAttribute('max', '23')

  // From here on the test controls the page's clock.
  await page.clock.pauseAt(Date.now() + 5000)
  await play.click()
  await page.clock.runFor(499)
  await expectHour('00:00')
  await page.clock.runFor(1)
  await expectHour('01:00')
  await page.clock.runFor(500)
  await pause.click()
  await page.clock.runFor(2000)
  await expectHour('02:00')
  await slider.press('ArrowRight')
  await expectHour('03:00')
  await expect(slider).toHaveAttribute('aria-valuetext', '03:00')

  await play.click()
  await slider.press('End')
  await expectHour('23:00')
  await play.click()
  await expectHour('00:00')
  await page.clock.runFor(23 * 500)
  await expectHour('23:00')

  await play.click()
  await expectHour('00:00')
  // The input is hidden inside the thumb that is drawn.
  const thumb = slider.locator('../..')
  await thumb.hover()
  const box = await boxOf(thumb)
  await page.mouse.down()
  await page.mouse.move(box.x + 100, box.y)
  await expect(page.getByText('Selected: 00:00')).toBeHidden()
  await expect(pause).toBeVisible()
  await page.mouse.move(1279, box.y)
  await page.mouse.up()
  await expectHour('23:00')
  await expect(play).toBeVisible()
})

test('a country shows its table and chart until closed @§1-5 @§2.5-8,9,10,11 @§4.5-1', async ({ page }) => {
  await page.goto('/model')
  const germany = countryButton(page, 'Germany')
  await germany.click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  // The label column has an empty cell, because an empty header has no accessible name.
  await expect(countryTable(page).locator('thead tr > *')).toHaveText([
    '',
    'TSO',
    'Instance Today',
    'Instance Tomorrow',
    'Final Value',
  ])
  await expect(countryTable(page).getByRole('rowheader')).toHaveCount(24)
  await expect(countryTable(page)).toHaveAccessibleName(
    /^Germany by hour, MW \(Europe\/Berlin, CES?T(\/CES?T)?\)$/,
  )
  await expect(page.getByText(/^\w{3}, .* · CES?T/)).toBeVisible()
  const details = page.getByRole('region', { name: 'Data for: Germany' })
  for (const curve of ['TSO', 'Instance_Tomorrow', 'Instance_Today', 'Final_Value']) {
    await expect(details.getByRole('button', { name: new RegExp(`^${curve}\\b`) })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Close, show all countries' }).click()
  await expect(page.getByRole('heading', { name: /^Data for/ })).toBeHidden()
  await expect(germany).toBeVisible()
})

test('in both themes Final_Value is on top, Instance_Tomorrow beside it @§2.5-11', async ({ page }) => {
  const day = dayOf(() => ({ ...entryOf(900), TSO: 800, Instance_Today: 850 }))
  await page.route(FORECAST, (route) => route.fulfill({ json: { de: day } }))
  await page.goto('/model?country=de')
  const chart = page.getByRole('application', { name: 'Forecast for Germany' })
  await expect(chart.locator('canvas')).toBeVisible()
  const widthPx = await chart.locator('.u-over').evaluate((plot) => plot.clientWidth)
  const shareOf = async (colour: number, opacity: number) => {
    const columns = await rowsOfColour(chart, `--curve-${colour}`, 60, opacity)
    return columns.filter((rows) => rows.length > 0).length / widthPx
  }
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html.dark')).toHaveCount(colorScheme === 'dark' ? 1 : 0)
    // Colours of TSO, Instance_Tomorrow, Instance_Today and Final_Value.
    for (const [colour, opacity, share] of [
      [1, 1, 0.3],
      [2, 0.5, 0.9],
      [14, 1, 0.2],
      [9, 1, 0.9],
    ] as const)
      await expect
        .poll(() => shareOf(colour, opacity), `colour ${colour}, ${colorScheme}`)
        .toBeGreaterThan(share)
  }
})

test('a failure shows a red banner until Retry @§2.5-12 @§4.5-3 @§7.3-1 @§8-11', async ({ page, watch }) => {
  watch.expected.push(/API error: 500/, /cannot be read/, /Failed to load resource/)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/energia/tab-2')) asked += 1
  })
  await page.route(FORECAST, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/model')
  const banner = page.getByRole('alert').filter({ hasText: 'Whoops something went wrong' })
  await expect(banner.getByText('Whoops something went wrong', { exact: true })).toBeVisible()
  await expect.poll(() => watch.problems.some((problem) => /API error: 500/.test(problem))).toBe(true)
  await expect(page.getByRole('progressbar', { name: /loading/i })).toBeHidden()
  const colour = await banner.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, ...others] = (colour.match(/\d+/g) ?? []).map(Number)
  expect(red).toBeGreaterThan(2 * Math.max(...others))
  // A page mounted twice, as in a development build, would send two calls.
  expect(asked).toBe(1)
  await page.unroute(FORECAST)
  await page.route(FORECAST, (route) => route.fulfill({ body: '<html>', contentType: 'text/html' }))
  const retry = page.getByRole('button', { name: 'Retry' })
  await retry.click()
  await expect(banner).toContainText('The server sent an answer that cannot be read.')
  await page.unroute(FORECAST)
  await retry.click()
  await expect(banner).toBeHidden()
  await expectWholeMap(page)
})

test('a table has integers with thousands separators, a dash for none @§2.5-10 @§3.8-1', async ({ page }) => {
  const entry = { TSO: 41_234.6, Instance_Today: null, Instance_Tomorrow: 0, Final_Value: -1500 }
  await page.route(FORECAST, (route) =>
    route.fulfill({ json: { de: { '07:00': entry }, xx: { '07:00': entry } } }),
  )
  await page.goto('/model')
  await countryButton(page, 'Germany').click()
  const cells = countryTable(page).getByRole('row').nth(1)
  await expect(cells.getByRole('rowheader')).toHaveText('07:00')
  await expect(cells.getByRole('cell')).toHaveText(['41,235', '–', '0', /^[−-]1,500$/])
  await page.getByRole('button', { name: 'Germany Country' }).click()
  await page.getByRole('option', { name: 'xx' }).click()
  await expect(page.getByRole('heading', { name: 'Data for: xx' })).toBeVisible()
})
