import type { Page } from '@playwright/test'

export const SPECIFIED = new Set(['/oauth2/token', '/energia/common-query', '/energia/tab-2'])

export function callsBeyondSpecification(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(oauth2|energia|api)\//.test(pathname) && !SPECIFIED.has(pathname)) calls.push(pathname)
  })
  return calls
}

/** Lets the server say what it says in front of a foreign backend. */
export async function hideOwnBackend(page: Page): Promise<void> {
  // Asked for before, so that no call is on its way when a test ends.
  const settings: unknown = await (await page.request.get('/settings.json')).json()
  const json = Object.assign({}, settings, { isOwnBackend: false, source: null })
  await page.route('**/settings.json', (route) => route.fulfill({ json }))
}
