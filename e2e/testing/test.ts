import { test as base, expect, type BrowserContext, type Page, type Request } from '@playwright/test'
import type { z } from 'zod'

import { TokenAnswerSchema, TOKEN_PATH } from '#contract/token.ts'

import { TILES } from './addresses.ts'
import { CLOCK_OFFSET_MS, CLOCK_SCRIPT, moveDate } from './moved-clock.ts'

export { expect }

moveDate(CLOCK_OFFSET_MS)

export const USERNAME = 'analyst'
export const PASSWORD = 'correct horse battery'
/** For runs, forecasts and errors that a new server makes first. Home refreshes every minute. */
export const SOON = { timeout: 120_000 }

/** Errors and foreign requests of a page. A test that provokes an error lists its messages as expected. */
export interface PageWatch {
  problems: string[]
  expected: RegExp[]
}

function isForeign(request: Request, baseURL: string): boolean {
  const url = new URL(request.url())
  return url.protocol.startsWith('http') && ![new URL(baseURL).origin, TILES].includes(url.origin)
}

/** Also for a context that a test creates itself. */
export async function moveClock(context: BrowserContext): Promise<void> {
  await context.addInitScript(CLOCK_SCRIPT)
}

/** On the sign-in page. */
export async function signIn(page: Page, username = USERNAME, password = PASSWORD): Promise<void> {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** An answer of our own API for the page's user, in the browser's zone. */
export async function ask<Answer>(
  page: Page,
  path: string,
  schema: z.ZodType<Answer>,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const token = await page.evaluate(() => localStorage.getItem('authToken'))
  const response = await page.request.get(path, {
    headers: { authorization: `Bearer ${token}`, 'x-time-zone': 'Europe/Berlin' },
    params: parameters,
  })
  return schema.parse(await response.json())
}

interface TestFixtures {
  watch: PageWatch
  /** `page` has a valid session. Default: true. */
  isSignedIn: boolean
}
interface WorkerFixtures {
  address: string
  session: { authToken: string; authTokenExpiry: string }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright wants a pattern
  address: [({}, use, worker) => use(worker.project.use.baseURL ?? ''), { scope: 'worker' }],
  baseURL: ({ address }, use) => use(address),
  session: [
    async ({ playwright, address }, use) => {
      const context = await playwright.request.newContext({ baseURL: address })
      const answer = await context.post(TOKEN_PATH, { form: { username: USERNAME, password: PASSWORD } })
      const token = TokenAnswerSchema.parse(await answer.json())
      await context.dispose()
      await use({
        authToken: token.access_token,
        authTokenExpiry: String(Date.now() + token.expires_in * 1000),
      })
    },
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await moveClock(context)
    await use(context)
  },
  watch: [
    async ({ page, baseURL }, use) => {
      const watch: PageWatch = { problems: [], expected: [] }
      page.on('pageerror', (error) => watch.problems.push(`page error: ${error.stack ?? error.message}`))
      page.on('console', (message) => {
        if (message.type() === 'error') watch.problems.push(`console.error: ${message.text()}`)
      })
      page.on('request', (request) => {
        if (isForeign(request, baseURL ?? '')) watch.problems.push(`foreign request: ${request.url()}`)
      })
      await use(watch)
      const unexpected = watch.problems.filter(
        (problem) => !watch.expected.some((message) => message.test(problem)),
      )
      expect(unexpected, 'the page stayed clean').toEqual([])
    },
    { auto: true },
  ],
  isSignedIn: [true, { option: true }],
  page: async ({ page, session, isSignedIn }, use) => {
    const script = (stored: typeof session) => {
      // Blank pages have no storage. A page that has signed out stays signed out.
      if (window.origin === 'null' || window.sessionStorage.getItem('was-signed-in')) return
      window.sessionStorage.setItem('was-signed-in', 'yes')
      window.localStorage.setItem('authToken', stored.authToken)
      window.localStorage.setItem('authTokenExpiry', stored.authTokenExpiry)
    }
    if (isSignedIn) await page.addInitScript(script, session)
    await use(page)
    // An answer that a test has not awaited would fail the tests that follow.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
})
