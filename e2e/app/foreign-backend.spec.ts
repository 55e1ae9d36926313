import { randomUUID } from 'node:crypto'
import { createServer, request as send, type IncomingMessage, type ServerResponse } from 'node:http'

import type { Page } from '@playwright/test'

import { SERVER_PORT } from '#e2e/testing/addresses.ts'
import { callsBeyondSpecification, SPECIFIED } from '#e2e/testing/foreign-backend.ts'
import { withServer } from '#e2e/testing/own-server.ts'
import { expect, PASSWORD, USERNAME, test as base } from '#e2e/testing/test.ts'
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

interface ForeignBackend {
  url: string
  /** How it answers the specified calls at present; null for as it should. */
  fails: ((answer: ServerResponse) => void) | null
}

/** In front of a backend that knows the specified calls and nothing else. Others are answered with `status`. */
function inFrontOf(status: number) {
  return base.extend<{ backend: ForeignBackend }>({
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
    backend: async ({}, use) => {
      const port = await freePort()
      const backend: ForeignBackend = { url: `http://127.0.0.1:${port}`, fails: null }
      const server = createServer((call, answer) => {
        if (!SPECIFIED.has(call.url ?? '')) answer.writeHead(status).end()
        else if (backend.fails === null) passOn(call, answer)
        else backend.fails(answer)
      }).listen(port, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      await use(backend)
      server.close()
      server.closeAllConnections()
    },
    baseURL: ({ backend }, use) => withServer({ BACKEND_URL: backend.url }, use),
  })
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(USERNAME)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

for (const status of [404, 500]) {
  const test = inFrontOf(status)

  test(`in front of a backend that answers ${status} to all but the specified calls, every page works and asks nothing else`, async ({
    page,
    baseURL,
  }) => {
    const others = callsBeyondSpecification(page)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (SPECIFIED.has(pathname) || pathname.endsWith('.json')) asked.push(pathname)
    })
    await page.goto(baseURL ?? '')
    await signIn(page)
    await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
    await expect(page.getByRole('heading', { name: 'The market at a glance' })).toBeHidden()
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
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
    await page
      .getByRole('list')
      .getByRole('button', { name: /Germany/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous delivery day' })).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Accuracy' })).toHaveCount(0)
    await expect(page.getByText('Before the auction')).toHaveCount(0)
    // Nothing is asked twice.
    expect(asked.toSorted()).toEqual([
      '/energia/common-query',
      '/energia/tab-2',
      '/map.geo.json',
      '/oauth2/token',
      '/settings.json',
    ])

    // What only our own server can do has no page.
    for (const path of ['/account', '/account/password', '/data', '/not/a/page']) {
      await page.goto(new URL(path, baseURL).href)
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    }
    await page.goto(new URL(`/dashboard?saved=${randomUUID()}`, baseURL).href)
    await expect(page.getByText('This dashboard does not exist')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Run Query' })).toBeVisible()
    expect(others).toEqual([])
  })
}

const FAILURES = [
  {
    title: 'with status 500',
    fails: (answer: ServerResponse) => answer.writeHead(500).end(),
    atSignIn: 'Login failed. Status: 500',
    message: 'API error: 500',
  },
  {
    title: 'with a page instead of JSON',
    fails: (answer: ServerResponse) => answer.end('<html>'),
    atSignIn: 'No token received from the server.',
    message: 'The server sent an answer that cannot be read.',
  },
  {
    title: 'never',
    fails: () => undefined,
    atSignIn: 'Login failed. Status: 504',
    message: 'API error: 504',
  },
  {
    title: 'with status 401',
    fails: (answer: ServerResponse) => answer.writeHead(401).end(),
    atSignIn: 'Invalid username or password.',
    message: 'Unauthorized. Redirecting to login...',
  },
]
for (const { title, fails, atSignIn, message } of FAILURES) {
  const test = inFrontOf(404)
  const endsSession = title === 'with status 401'

  test(`specified calls that are answered ${title} fail as specified, are not sent again, and work later`, async ({
    page,
    backend,
    baseURL,
    watch,
  }) => {
    // What the browser says of an answer, and what the specification wants logged.
    watch.expected.push(/Failed to load resource/)
    if (!endsSession) watch.expected.push(new RegExp(message))
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (SPECIFIED.has(pathname)) asked.push(pathname)
    })
    /** Expects that an action sends one call, that its failure is told, and that nothing follows by itself. */
    const expectFailure = async (path: string, action: () => Promise<void>, told: string) => {
      backend.fails = fails
      asked.length = 0
      await action()
      await expect(page.getByText(told)).toBeVisible()
      await page.clock.runFor(60_000)
      expect(asked).toEqual([path])
      backend.fails = null
    }
    await page.clock.install()
    await page.goto(baseURL ?? '')
    await expectFailure('/oauth2/token', () => signIn(page), atSignIn)
    await signIn(page)

    await page.getByRole('link', { name: 'Open Dashboard' }).click()
    const runQuery = () => page.getByRole('button', { name: 'Run Query' }).click()
    await expectFailure('/energia/common-query', runQuery, message)
    if (endsSession) {
      await signIn(page)
      await page.getByRole('link', { name: 'Open it again' }).click()
      await runQuery()
    } else {
      await expect(page.getByText('Whoops, something went wrong')).toBeVisible()
      await page.getByRole('button', { name: 'Try again' }).click()
    }
    await expect(page.getByRole('application').locator('canvas')).toBeVisible()

    const openModel = () => page.getByRole('link', { name: 'Model', exact: true }).click()
    await expectFailure('/energia/tab-2', openModel, message)
    if (endsSession) {
      await signIn(page)
      await page.getByRole('link', { name: 'Open it again' }).click()
    } else {
      await expect(page.getByText('Whoops something went wrong')).toBeVisible()
      await expect(page.getByRole('progressbar', { name: /loading/i })).toBeHidden()
      await page.getByRole('button', { name: 'Retry' }).click()
    }
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
  })
}
