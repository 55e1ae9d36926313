import type { Browser, Page, Response } from '@playwright/test'

import { openSignedIn, withBrowser } from './browser.ts'
import { atMost, type Figure } from './figure.ts'
import { withProduct } from './product.ts'

const LIMIT_KB = 90
/** Class names by which the code of the engines is recognised. */
const ENGINES = { '/dashboard': 'u-over', '/model': 'leaflet-container' } as const

interface Script {
  bytes: number
  text: string
}

/** The scripts that a page loads until it is idle, with their size on the wire. */
async function scriptsOf(page: Page, path: string): Promise<Script[]> {
  const responses: Response[] = []
  page.on('response', (response) => {
    if (response.headers()['content-type']?.includes('javascript') === true) responses.push(response)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return Promise.all(
    responses.map(async (response) => ({
      bytes: (await response.request().sizes()).responseBodySize,
      text: await response.text(),
    })),
  )
}

const holds = (scripts: readonly Script[], mark: string) => scripts.some(({ text }) => text.includes(mark))

/** The engines whose code is loaded before sign-in. */
async function enginesTooEarly(browser: Browser, url: string, first: readonly Script[]): Promise<string[]> {
  const early: string[] = []
  for (const [path, mark] of Object.entries(ENGINES)) {
    const page = await openSignedIn(browser, url)
    if (!holds(await scriptsOf(page, path), mark)) throw new Error(`${path} does not load its engine`)
    if (holds(first, mark)) early.push(path)
    await page.close()
  }
  return early
}

/** Measures what a browser loads to show the sign-in page of the built product. */
export async function measureFirstPage(): Promise<Figure[]> {
  return withProduct('none', (url) =>
    withBrowser(async (browser) => {
      const page = await browser.newPage({ baseURL: url })
      const scripts = await scriptsOf(page, '/')
      if (!(await page.getByRole('button', { name: 'Sign In' }).isVisible()))
        throw new Error('the first page does not ask to sign in')
      const early = await enginesTooEarly(browser, url, scripts)
      return [
        atMost(
          { what: 'first page, compressed script before sign-in', against: 'the goal itself', unit: 'kB' },
          scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
          LIMIT_KB,
        ),
        atMost(
          { what: 'chart and map engine loaded before sign-in', against: 'neither', unit: 'engines' },
          early.length,
          0,
        ),
      ]
    }),
  )
}
