import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'

import { FORECAST_PATH } from '#contract/forecast.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { TOKEN_PATH } from '#contract/token.ts'
import { SERVER_PORT } from '#e2e/testing/addresses.ts'
import { countryButton, expectWholeMap, labels } from '#e2e/testing/model.ts'
import { withServer } from '#e2e/testing/own-server.ts'
import { expect, signIn, test as base } from '#e2e/testing/test.ts'
import { freePort } from '#scripts/postgres-server.js'

/** Answers a call as the server of the tests does. */
function passOn(call: IncomingMessage, answer: ServerResponse): void {
  const { url, method, headers } = call
  const there = send({ host: '127.0.0.1', port: SERVER_PORT, path: url, method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.headers)
    response.pipe(answer)
  })
  call.pipe(there)
}

const SPECIFIED = new Set([TOKEN_PATH, QUERY_PATH, FORECAST_PATH])

interface ForeignBackend {
  /** The address of a server in front of it. */
  address: string
  /** How it answers the specified calls at present; null for as it should. */
  fails: ((answer: ServerResponse) => void) | null
}

/** In front of a backend that knows the specified calls and nothing else. */
const test = base.extend<object, { backend: ForeignBackend }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
    async ({}, use) => {
      const port = await freePort()
      const backend: ForeignBackend = { address: '', fails: null }
      const server = createServer((call, answer) => {
        if (!SPECIFIED.has(call.url ?? '')) answer.writeHead(404).end()
        else if (backend.fails === null) passOn(call, answer)
        else backend.fails(answer)
      }).listen(port, '127.0.0.1')
      await once(server, 'listening')
      await withServer({ BACKEND_URL: `http://127.0.0.1:${port}` }, (address) =>
        use(Object.assign(backend, { address })),
      )
      server.close()
      server.closeAllConnections()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ backend }, use) => use(backend.address),
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
  await expect(page.getByRole('button', { name: 'Dashboards', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Options of graph 1' }).click()
  await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: /final forecast/ })).toHaveCount(0)
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Model', exact: true }).click()
  await expectWholeMap(page)
  await countryButton(page, 'Germany').click()
  await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Previous delivery day' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Accuracy' })).toHaveCount(0)
  await expect(page.getByText('Before the auction')).toHaveCount(0)
  expect(asked.toSorted()).toEqual([
    '/energia/common-query',
    '/energia/tab-2',
    '/map.geo.json',
    '/oauth2/token',
    '/settings.json',
  ])

  // What an address asks of our own server alone is left out, and so are the pages of it.
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
  await expect(rows.nth(2).getByRole('button', { name: '00:30' })).toBeDisabled()
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('7,000')
  await page.getByRole('application', { name: 'Forecast for Germany' }).hover()
  await expect(page.locator('.chart-tooltip-shown')).toContainText('Final_Value')
  await expect(page.getByText(/\bMW\b|Final forecast/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Germany Country' }).click()
  await page.getByRole('option', { name: 'Poland' }).click()
  await expect(page.getByRole('table', { name: /^Poland/ }).getByRole('cell', { name: '–' })).toHaveCount(1)
})

const FAILURES = [
  {
    fails: (answer: ServerResponse) => answer.writeHead(500).end(),
    atSignIn: 'Login failed. Status: 500',
    message: 'API error: 500',
  },
  {
    fails: (answer: ServerResponse) => answer.end('<html>'),
    atSignIn: 'No token received from the server.',
    message: 'The server sent an answer that cannot be read.',
  },
  {
    fails: (answer: ServerResponse) => answer.writeHead(401).end(),
    atSignIn: 'Invalid username or password.',
    message: 'Unauthorized. Redirecting to login...',
  },
]

test('a specified call that fails is told as specified, not sent again', async ({ page, backend, watch }) => {
  // The browser logs each answer, and the specification wants the error logged.
  watch.expected.push(/Failed to load resource/, /API error: 500/, /an answer that cannot be read/)
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (SPECIFIED.has(pathname)) asked.push(pathname)
  })
  /** Expects of each failure that an action sends one call, that it is told, and that nothing follows by itself. */
  const expectFailures = async (path: string, actions: readonly (() => Promise<void>)[]) => {
    for (const [index, { fails, atSignIn, message }] of FAILURES.entries()) {
      backend.fails = fails
      asked.length = 0
      await actions[index]?.()
      await expect(page.getByText(path === TOKEN_PATH ? atSignIn : message)).toBeVisible()
      await page.clock.runFor(60_000)
      expect(asked).toEqual([path])
    }
    backend.fails = null
  }
  const press = (role: 'button' | 'link', name: string) => () =>
    page.getByRole(role, { name, exact: true }).click()
  await page.clock.install()
  await page.goto('/')
  const enter = () => signIn(page)
  await expectFailures(TOKEN_PATH, [enter, enter, enter])
  await signIn(page)

  await page.getByRole('link', { name: 'Open Dashboard' }).click()
  const tryQuery = press('button', 'Try again')
  await expectFailures(QUERY_PATH, [press('button', 'Run Query'), tryQuery, tryQuery])
  await signIn(page)
  await page.getByRole('link', { name: 'Open it again' }).click()
  await page.getByRole('button', { name: 'Run Query' }).click()
  await expect(page.getByRole('application').locator('canvas')).toBeVisible()

  const retry = press('button', 'Retry')
  await expectFailures(FORECAST_PATH, [press('link', 'Model'), retry, retry])
  await signIn(page)
  await page.getByRole('link', { name: 'Open it again' }).click()
  await expectWholeMap(page)
})
