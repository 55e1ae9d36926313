import type { Page } from '@playwright/test'

import { FORECAST_COUNTRIES } from '#contract/countries.ts'
import { rowsOfColour } from '#e2e/testing/canvas.ts'
import { hideOwnBackend } from '#e2e/testing/foreign-backend.ts'
import { expect, test } from '#e2e/testing/test.ts'

const FORECAST = '**/energia/tab-2'

function countryTable(page: Page) {
  return page.getByRole('table').filter({ has: page.getByRole('columnheader', { name: 'Final Value' }) })
}

function hour(page: Page) {
  return page.getByRole('slider')
}

test('the model page asks exactly what is specified', async ({ signedIn: page }) => {
  const [request, shapes] = await Promise.all([
    page.waitForRequest(FORECAST),
    page.waitForRequest((asked) => new URL(asked.url()).pathname === '/map.geo.json'),
    page.goto('/model'),
  ])
  expect(shapes.method()).toBe('GET')
  const day = (offset: number) => {
    const date = new Date(Date.now() + offset * 86_400_000)
    return new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin', dateStyle: 'short' }).format(date)
  }
  expect(request.method()).toBe('POST')
  expect(request.headers()['authorization']).toMatch(/^Bearer \S+$/)
  expect(request.postDataJSON()).toEqual({
    category: '',
    area: '',
    time: [`${day(0)} 00:00`, `${day(1)} 00:00`],
    frequency: 'H',
  })
})

test('the real forecast colours 13 countries and labels each with an integer', async ({ signedIn: page }) => {
  const [response] = await Promise.all([page.waitForResponse(FORECAST), page.goto('/model')])
  const answer = await response.json()
  expect(Object.keys(answer).toSorted()).toEqual([...FORECAST_COUNTRIES].toSorted())
  await expect(page.getByRole('heading', { name: 'Model', exact: true })).toBeVisible()
  const labels = page.locator('.leaflet-tooltip')
  await expect(labels).toHaveCount(13)
  for (const text of await labels.allTextContents()) expect(text).toMatch(/^[−-]?[\d,]+$/)
  const value = Math.round(answer.de['00:00'].Final_Value)
  await expect(labels.filter({ hasText: value.toLocaleString('en-US') }).first()).toBeVisible()
})

test('the slider chooses the hour, and its ticks name every third hour', async ({ signedIn: page }) => {
  await page.goto('/model')
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  for (const tick of ['00:00', '03:00', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']) {
    await expect(page.getByText(tick, { exact: true }).first()).toBeVisible()
  }
  await expect(hour(page)).toHaveAttribute('min', '0')
  await expect(hour(page)).toHaveAttribute('max', '23')
  await hour(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Selected: 01:00')).toBeVisible()
  await expect(hour(page)).toHaveAttribute('aria-valuetext', '01:00')
  await page.keyboard.press('End')
  await expect(page.getByText('Selected: 23:00')).toBeVisible()
})

/** From here on the test controls the page's clock. */
async function openWithStoppedClock(page: Page): Promise<void> {
  await page.clock.install()
  await page.goto('/model')
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
  await page.clock.pauseAt(Date.now() + 5000)
}

test.describe('playback', () => {
  test('advances an hour every 500 ms, stops at 23 and starts again from 0', async ({ signedIn: page }) => {
    await openWithStoppedClock(page)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(499)
    await expect(page.getByText('Selected: 00:00')).toBeVisible()
    await page.clock.runFor(1)
    await expect(page.getByText('Selected: 01:00')).toBeVisible()
    await page.clock.runFor(22 * 500)
    await expect(page.getByText('Selected: 23:00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    await page.getByRole('button', { name: 'Play' }).click()
    await expect(page.getByText('Selected: 00:00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  })

  test('Pause stops it, and so does choosing hour 23', async ({ signedIn: page }) => {
    await openWithStoppedClock(page)
    await page.getByRole('button', { name: 'Play' }).click()
    await page.clock.runFor(1000)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.clock.runFor(2000)
    await expect(page.getByText('Selected: 02:00')).toBeVisible()
    await page.getByRole('button', { name: 'Play' }).click()
    await hour(page).focus()
    await page.keyboard.press('End')
    await expect(page.getByText('Selected: 23:00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  })

  test('dragging the slider to 23 stops it', async ({ signedIn: page }) => {
    await openWithStoppedClock(page)
    await page.getByRole('button', { name: 'Play' }).click()
    // The input is hidden inside the thumb that is drawn.
    const thumb = hour(page).locator('../..')
    await thumb.hover()
    const box = await thumb.boundingBox()
    if (box === null) throw new Error('the thumb has no box')
    await page.mouse.down()
    await page.mouse.move(box.x + 100, box.y)
    await expect(page.getByText('Selected: 00:00')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()
    await page.mouse.move(1279, box.y)
    await page.mouse.up()
    await expect(page.getByText('Selected: 23:00')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  })
})

test('pressing a country in the list shows its table and chart, pressing it again hides them', async ({
  signedIn: page,
}) => {
  await page.goto('/model')
  const germany = page.getByRole('list').getByRole('button', { name: /Germany/ })
  await germany.click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  // The heading of the label column is blank: an empty cell, because an empty header would have no name.
  await expect(countryTable(page).locator('thead tr > *')).toHaveText([
    '',
    'TSO',
    'Instance Today',
    'Instance Tomorrow',
    'Final Value',
  ])
  await expect(countryTable(page).getByRole('rowheader')).toHaveCount(24)
  const details = page.getByRole('region', { name: 'Data for: Germany' })
  for (const curve of ['TSO', 'Instance_Tomorrow', 'Instance_Today', 'Final_Value']) {
    await expect(details.getByRole('button', { name: new RegExp(`^${curve}\\b`) })).toBeVisible()
  }
  await germany.click()
  await expect(page.getByRole('heading', { name: /^Data for/ })).toBeHidden()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`four curves that lie on each other are all seen, ${colorScheme}`, async ({ signedIn: page }) => {
    await page.emulateMedia({ colorScheme })
    await hideOwnBackend(page)
    const entry = { TSO: 900, Instance_Today: 900, Instance_Tomorrow: 900, Final_Value: 900 }
    const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)
    await page.route(FORECAST, (route) =>
      route.fulfill({ json: { de: Object.fromEntries(hours.map((key) => [key, entry])) } }),
    )
    await page.goto('/model?country=de')
    const chart = page.getByRole('application', { name: 'Forecast for Germany' })
    await expect(chart.locator('canvas')).toBeVisible()
    const widthPx = await chart.locator('.u-over').evaluate((plot) => plot.clientWidth)
    // The colours of TSO, Instance_Tomorrow, Instance_Today and Final_Value.
    for (const [colour, share] of [
      [1, 0.3],
      [2, 0.2],
      [7, 0.2],
      [3, 0.9],
    ] as const) {
      const columns = await rowsOfColour(chart, `--curve-${colour}`, 60)
      const seen = columns.filter((rows) => rows.length > 0).length
      expect(seen / widthPx, `colour ${colour}`).toBeGreaterThan(share)
    }
  })
}

test('while the forecast loads, an overlay with a spinner covers the map', async ({ signedIn: page }) => {
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(FORECAST, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/model')
  await expect(page.getByRole('progressbar', { name: /loading/i })).toBeVisible()
  release()
  await expect(page.getByRole('progressbar', { name: /loading/i })).toBeHidden()
})

test('a failed forecast shows the red banner, and Retry clears it and loads again', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/API error: 500/, /Failed to load resource/)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/energia/tab-2')) asked += 1
  })
  await page.route(FORECAST, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/model')
  await expect(page.getByText('Whoops something went wrong', { exact: true })).toBeVisible()
  await expect.poll(() => watch.problems.some((problem) => /API error: 500/.test(problem))).toBe(true)
  await expect(page.getByRole('progressbar', { name: /loading/i })).toBeHidden()
  const banner = page.getByRole('alert').filter({ hasText: 'Whoops something went wrong' })
  const colour = await banner.evaluate((element) => getComputedStyle(element).color)
  const [red = 0, ...others] = (colour.match(/\d+/g) ?? []).map(Number)
  expect(red).toBeGreaterThan(2 * Math.max(...others))
  // A page that is mounted twice, as a development build does it, asks twice.
  expect(asked).toBe(1)
  await page.unroute(FORECAST)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('Whoops something went wrong', { exact: true })).toBeHidden()
  await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
})

test('without shapes a country can still be selected in the list', async ({ signedIn: page, watch }) => {
  watch.expected.push(/404/, /map\.geo\.json/)
  await page.route('**/map.geo.json', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/model')
  await page
    .getByRole('list')
    .getByRole('button', { name: /Austria/ })
    .click()
  await expect(page.getByRole('heading', { name: 'Data for: Austria' })).toBeVisible()
})

test('the table shows integers with thousands separators and a dash for what is not published', async ({
  signedIn: page,
}) => {
  const entry = { TSO: 41_234.6, Instance_Today: null, Instance_Tomorrow: 0, Final_Value: -1500 }
  await page.route(FORECAST, (route) =>
    route.fulfill({ json: { de: { '07:00': entry }, xx: { '07:00': entry } } }),
  )
  await page.goto('/model')
  await page
    .getByRole('list')
    .getByRole('button', { name: /Germany/ })
    .click()
  const cells = countryTable(page).getByRole('row').nth(1)
  await expect(cells.getByRole('rowheader')).toHaveText('07:00')
  await expect(cells.getByRole('cell')).toHaveText(['41,235', '–', '0', /^[−-]1,500$/])
  await page.getByRole('list').getByRole('button', { name: /xx/ }).click()
  await expect(page.getByRole('heading', { name: 'Data for: xx' })).toBeVisible()
})

test('an unreadable answer is a failure with Retry, never a blank page', async ({
  signedIn: page,
  watch,
}) => {
  watch.expected.push(/./)
  await page.route(FORECAST, (route) => route.fulfill({ body: '<html>', contentType: 'text/html' }))
  await page.goto('/model')
  await expect(page.getByText('Whoops something went wrong', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})
