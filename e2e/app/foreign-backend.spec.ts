import { randomUUID } from 'node:crypto'
import {
  createServer,
  request as send,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'

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

/** A backend that knows the specified calls and nothing else. Others are answered with `status`. */
async function startBackend(status: number): Promise<{ server: Server; url: string }> {
  const port = await freePort()
  const server = createServer((call, answer) => {
    if (SPECIFIED.has(call.url ?? '')) passOn(call, answer)
    else answer.writeHead(status).end()
  }).listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, url: `http://127.0.0.1:${port}` }
}

for (const status of [404, 500]) {
  const test = base.extend({
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
    baseURL: async ({}, use) => {
      const { server, url } = await startBackend(status)
      await withServer({ BACKEND_URL: url }, use)
      server.close()
      server.closeAllConnections()
    },
  })

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
    await page.getByLabel('Username').fill(USERNAME)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In' }).click()
    await expect(page.getByRole('link', { name: 'Open Dashboard' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Your account' })).toBeHidden()
    await expect(page.getByText('The market at a glance')).toBeHidden()
    expect(asked).toEqual(['/oauth2/token', '/settings.json'])

    await page.getByRole('link', { name: 'Open Dashboard' }).click()
    await page.getByRole('button', { name: 'Run Query' }).click()
    await expect(page.getByRole('application').locator('canvas')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Dashboards', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Options of graph 1' }).click()
    await expect(page.getByRole('menuitem', { name: 'View as table' })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /P10/ })).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Model', exact: true }).click()
    await expect(page.locator('.leaflet-tooltip')).toHaveCount(13)
    await page
      .getByRole('list')
      .getByRole('button', { name: /Germany/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Data for: Germany' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Previous delivery day' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Accuracy over time' })).toHaveCount(0)
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
    for (const path of ['/account', '/account/password', '/not/a/page']) {
      await page.goto(new URL(path, baseURL).href)
      await expect(page.getByRole('heading', { name: '404' })).toBeVisible()
    }
    await page.goto(new URL(`/dashboard?saved=${randomUUID()}`, baseURL).href)
    await expect(page.getByText('This dashboard does not exist')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Run Query' })).toBeVisible()
    expect(others).toEqual([])
  })
}
