import {
  accountPage,
  dashboardPage,
  homePage,
  layout,
  modelPage,
  notFoundPage,
  passwordPage,
} from './pages.ts'

const PAGES: Readonly<Record<string, { load: () => Promise<unknown> }>> = {
  '': homePage,
  '/home': homePage,
  '/dashboard': dashboardPage,
  '/model': modelPage,
  '/account': accountPage,
  '/account/password': passwordPage,
}

/** What a page asks the server first, sent before the script of the page itself is there. */
const FIRST_CALLS: Readonly<Record<string, (search: string) => Promise<void>>> = {
  '/dashboard': async (search) =>
    (await import('#web/dashboard/address/take-up-address.ts')).enterDashboard(search),
  '/model': async (search) => {
    const [{ askFirst }, { queryClient }] = await Promise.all([
      import('#web/model/forecast/first-calls.ts'),
      import('./query-client.ts'),
    ])
    askFirst(queryClient, search)
  },
}

/**
 * Loads the layout and a page of a signed-in user together. The router would ask for the page only when the layout is there, which
 * costs one more round trip to the server. Never rejects: the router loads again what is missing and reports it.
 */
export async function preloadPage(path: string): Promise<void> {
  await Promise.allSettled([layout.load(), (PAGES[trimmed(path)] ?? notFoundPage).load()])
}

/** Sends the first calls of the page that the browser has opened. A failure is left to the page, which asks again. */
export function sendFirstCalls(path: string, search: string): void {
  FIRST_CALLS[trimmed(path)]?.(search).catch(() => {})
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '')
}
