import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'

import { FORECAST_PATH } from '#contract/forecast.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { TOKEN_PATH } from '#contract/token.ts'
import { SERVER_PORT } from '#e2e/testing/addresses.ts'
import { card, chart } from '#e2e/testing/cards.ts'
import { countryButton, expectWholeMap, labels } from '#e2e/testing/model.ts'
import { withServer } from '#e2e/testing/own-server.ts'
import { expect, signIn, test as base } from '#e2e/testing/test.ts'
import { freePort } from '#scripts/postgres-server.js'

function passOn(call: IncomingMessage, answer: ServerResponse): void {
  const { url, method, headers } = call
  const there = send({ host: '127.0.0.1', port: SERVER_PORT, path: url, method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  call.pipe(there)
}

const SPECIFIED = new Set([TOKEN_PATH, QUERY_PATH, FORECAST_PATH])

/** A backend that knows only the specified calls. */
const test = base.extend({
  address: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
    async ({}, use) => {
      const port = await freePort()
      const server = createServer((call, answer) => {
        if (SPECIFIED.has(call.url ?? '')) passOn(call, answer)
        else answer.writeHead(404).end()
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      await withServer({ BACKEND_URL: `http://127.0.0.1:${port}` }, use)
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
})
// One server for all tests.
test.describe.configure({ mode: 'default' })
test.use({ isSignedIn: false })

test('every page works with the specified calls alone, and asks nothing else', async ({ page }) => {
  const others: string[] = []
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    const isSpecified = SPECIFIED.has(pathname)
    if (isSpecified || pathname.endsWith('.json')) asked.push(pathname)
    else if (/^\/(oauth2|energia|api)\//.test(pathname)) others.push(pathname)
    if (!isSpecified) return
    expect(request.headers()).not.toHaveProperty('x-time-zone')
    expect(request.headers()['accept'] ?? '').not.toContain('columns')
  })
  await page.goto('/')
  await signIn(page)
  await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
  await expect(page.getByRole('heading', { name: /^Briefing/ })).toBeHidden()
  expect(asked).toEqual(['/oauth2/token', '/settings.json'])

  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  await page.getByRole('button', { name: 'Run Query' }).click()
  await expect(page.getByRole('application').locator('canvas')).toBeVisible()
  // The specification names no unit.
  await expect(page.getByRole('table', { name: 'Curves, figures', exact: true })).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('MW')
  await expect(page.getByRole('button', { name: 'Dashboards', exact: true })).toBeHidden()
  // Each of several areas has its own query; cards with quarter hours or final forecast send the specified query.
  const days = '2026-11-13T00:00,2026-11-14T23:59'
  await page.goto(
    `/dashboard?v=1&g=DE,residual,H,${days},and:FR,and:PL,and:SEE,run&g=AT,wind,H,${days},quarter,run,final`,
  )
  const names = card(page)
    .getByRole('table', { name: /Curves/ })
    .getByRole('rowheader')
  await expect(names).toHaveText([/^Germany/, /^France/, /^Poland/, /^Southern Eastern Europe/])
  await expect(chart(page, 2).locator('canvas')).toBeVisible()
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  await expect(page.getByRole('menuitem', { name: 'Add an area' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Options of graph 2' }).click()
  await expect(page.getByRole('menuitem', { name: 'Add an area' })).toBeEnabled()
  await expect(page.getByRole('menuitem', { name: /Quarter hours|final forecast/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expectWholeMap(page)
  await countryButton(page, 'Germany').click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous delivery day' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Accuracy' })).toHaveCount(0)
  await expect(page.getByText('Before the auction')).toHaveCount(0)
  expect([...new Set(asked)].toSorted()).toEqual([
    '/energia/common-query',
    '/energia/tab-2',
    '/map.geo.json',
    '/oauth2/token',
    '/settings.json',
  ])

  // Parameters and pages of our own server are ignored.
  await page.goto('/model?accuracy=28&country=de&run=early&as_of=2026-01-02T03:04:05Z')
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByText(/^As of/)).toBeHidden()
  await expect(page.getByRole('heading', { name: /Accuracy/ })).toBeHidden()
  await page.getByRole('button', { name: /^Map shows: / }).click()
  const metrics = ['Final value', 'Change from today', 'Difference from TSO']
  await expect(page.getByRole('menuitem')).toHaveText(metrics)
  for (const path of ['/account', '/account/password', '/data', '/not/a/page']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
  }
  await page.goto(`/dashboard?saved=${randomUUID()}`)
  await expect(page.getByText('This dashboard does not exist')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run Query' })).toBeVisible()
  expect(others).toEqual([])
})

test('nothing is claimed of foreign values; decimals and half hours stay', async ({ page }) => {
  const entry = { TSO: 41_234.56, Instance_Today: 1, Instance_Tomorrow: 2, Final_Value: 3000.5 }
  const { Final_Value: _, ...lacking } = entry
  const json = {
    de: { '00:00': entry, '00:30': { ...entry, Final_Value: 7000 } },
    pl: { '00:00': lacking, '01:00': entry },
    ro: 'closed',
  }
  await page.route(`**${FORECAST_PATH}`, (route) => route.fulfill({ json }))
  await page.goto('/')
  await signIn(page)
  await expect(page.getByText('Pick a country and energy type')).toBeVisible()
  await expect(page.getByText('A region shows the sum of its countries.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expect(labels(page)).toHaveText(['3,001'])
  for (const code of ['POL', 'ROU'])
    await expect(page.locator(`path[data-code="${code}"]`)).toHaveAttribute('data-tone', 'missing')
  await expect(page.getByText('above 0', { exact: true })).toBeVisible()
  await expect(page.getByText(/load − solar − wind|\bMW\b|Final forecast/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'How was this made?' })).toHaveCount(0)

  await page.locator('path[data-code="CHE"]').click()
  await expect(page.getByText('Switzerland: no data')).toBeVisible()
  await countryButton(page, 'Germany').click()
  const rows = page.getByRole('table', { name: /^Germany/ }).getByRole('row')
  await expect(rows.nth(1).getByRole('cell')).toHaveText(['41,234.56', '1', '2', '3,000.5'])
  await rows.nth(2).click()
  await expect(page.getByText('Selected: 00:00')).toBeVisible()
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('7,000')
  await page.getByRole('application', { name: 'Forecast for Germany' }).hover()
  await expect(page.locator('.chart-tooltip-shown')).toContainText('Final_Value')
  await expect(page.getByText(/\bMW\b|Final forecast/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Germany Country' }).click()
  await page.getByRole('option', { name: 'Poland' }).click()
  await expect(page.getByRole('table', { name: /^Poland/ }).getByRole('cell', { name: '–' })).toHaveCount(1)
})

test('a specified call that fails is sent once, whatever the user waits', async ({ page, watch }) => {
  watch.expected.push(/Failed to load resource/, /API error: 500/)
  const asked: string[] = []
  let fails = true
  await page.route(
    ({ pathname }) => SPECIFIED.has(pathname),
    (route) => {
      asked.push(new URL(route.request().url()).pathname)
      return fails ? route.fulfill({ status: 500 }) : route.fallback()
    },
  )
  const expectOneCall = async (path: string, message: string) => {
    await expect(page.getByText(message)).toBeVisible()
    await page.clock.runFor(60_000)
    expect(asked.splice(0)).toEqual([path])
  }
  await page.clock.install()
  await page.goto('/')
  await signIn(page)
  await expectOneCall(TOKEN_PATH, 'Login failed. Status: 500')
  fails = false
  await signIn(page)
  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  fails = true
  asked.length = 0
  await page.getByRole('button', { name: 'Run Query', exact: true }).click()
  await expectOneCall(QUERY_PATH, 'API error: 500')
  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expectOneCall(FORECAST_PATH, 'API error: 500')
})
