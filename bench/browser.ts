import { type Browser, chromium, type Page } from '@playwright/test'

import { CHROMIUM_ARGUMENTS, findChromium } from '#scripts/system-packages.js'

import { signIn } from './product.ts'

/** Calls `measure` with a Chromium and closes it afterwards. */
export async function withBrowser<Result>(measure: (browser: Browser) => Promise<Result>): Promise<Result> {
  const executablePath = findChromium()
  const browser = await chromium.launch({
    ...(executablePath !== null && { executablePath }),
    // It can reach only the product. Routes would do the same, but slow every request down.
    args: [...CHROMIUM_ARGUMENTS, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  })
  return measure(browser).finally(() => browser.close())
}

/** A page of the product at `url` whose browser holds a valid session. */
export async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, baseURL: url })
  await keepSession(page, url)
  return page
}

/** Gives a page a valid session of the product at `url`. */
export async function keepSession(page: Page, url: string): Promise<void> {
  const { token, lifetimeS } = await signIn(url)
  await page.addInitScript(
    ([authToken, authTokenExpiry]) => {
      localStorage.setItem('authToken', authToken)
      localStorage.setItem('authTokenExpiry', authTokenExpiry)
    },
    [token, String(Date.now() + lifetimeS * 1000)] as const,
  )
}
