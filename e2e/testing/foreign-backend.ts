import type { Page } from '@playwright/test'

import { OTHER_BACKEND_META } from '#contract/http-names.ts'

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
