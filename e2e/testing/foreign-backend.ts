import type { Page } from '@playwright/test'

import { OTHER_BACKEND_META } from '#contract/settings.ts'

export const SPECIFIED = new Set(['/oauth2/token', '/energia/common-query', '/energia/tab-2'])

export function callsBeyondSpecification(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(oauth2|energia|api)\//.test(pathname) && !SPECIFIED.has(pathname)) calls.push(pathname)
  })
  return calls
}

/** Lets the pages that are loaded from now on say what they say in front of a foreign backend. */
export async function hideOwnBackend(page: Page): Promise<void> {
  // Asked for before, so that no call is on its way when a test ends.
  const settings: unknown = await (await page.request.get('/settings.json')).json()
  const json = Object.assign({}, settings, { source: null })
  await page.route('**/settings.json', (route) => route.fulfill({ json }))
  await page.addInitScript((name) => {
    const waiting = new MutationObserver(() => {
      waiting.disconnect()
      document.documentElement.append(Object.assign(document.createElement('meta'), { name }))
    })
    waiting.observe(document, { childList: true })
  }, OTHER_BACKEND_META)
}
