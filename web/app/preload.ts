import { withoutReload } from './missing-chunk.ts'
import { dashboardPage, homePage, layout, modelPage, notFoundPage, PAGES } from './pages.tsx'

/** If the font or the first answers take longer, the page is shown without them. */
const WORTH_WAITING_MS = 100

/** What a page asks the server first. The scripts of these calls are small, so the answers come while those of the page are evaluated. */
const FIRST_CALLS: Readonly<Record<string, (search: string) => Promise<FirstCalls>>> = {
  '/dashboard': async (search) => {
    const { enterDashboard } = await import('#web/dashboard/address/load-from-url.ts')
    enterDashboard(search)
    return { areAnswered: Promise.resolve() }
  },
  '/model': async (search) => {
    const [{ askFirst }, { queryClient }] = await Promise.all([
      import('#web/model/forecast/first-calls.ts'),
      import('./query-client.ts'),
    ])
    return { areAnswered: askFirst(queryClient, search) }
  },
}

interface FirstCalls {
  /** Resolves when all have been answered or have failed. */
  areAnswered: Promise<unknown>
}

/** Loads layout and page together, which saves a round trip to the server. Never rejects: the router loads again what is missing and reports it. */
export async function preloadPage(path: string): Promise<void> {
  const page = ['', '/home'].includes(trimmed(path)) ? homePage : (PAGES[trimmed(path)] ?? notFoundPage)
  await Promise.allSettled([layout.load(), page.load()])
}

/** Waits for something, but only as long as it is worth. */
function briefly(awaited: Promise<unknown> | undefined): Promise<unknown> {
  const enough = new Promise((resolve) => {
    setTimeout(resolve, WORTH_WAITING_MS)
  })
  return Promise.race([awaited, enough])
}

/** Waits a moment for the font: in another one the texts have other widths, and would move when it comes. */
export const whenFontIsThere = () => briefly(document.fonts.load('1rem "Inter Variable"').catch(() => null))

/** Sends the first calls while the page loads, and waits a moment for the answers, so that it is rendered once. A failed call is left to the page. */
export async function openPage(path: string, search: string): Promise<void> {
  const calls = await FIRST_CALLS[trimmed(path)]?.(search).catch(() => null)
  await preloadPage(path)
  await briefly(calls?.areAnswered)
}

function trimmed(path: string): string {
  return path.replace(/\/+$/, '')
}

/** While the page on the screen waits for its first answers the browser is idle too, and must be free when they come. */
const PAGE_COMES_FIRST_MS = 3000

/** Loads the other pages once the browser is idle, so that a later click needs no server. A failure is left to the route. Returns what cancels it. */
export function prefetchWhenIdle(): () => void {
  const prefetch = () => void withoutReload([dashboardPage.load, modelPage.load, homePage.load])
  let cancel = () => {}
  const timer = setTimeout(() => {
    // Safari has no idle callbacks.
    if (!('requestIdleCallback' in window)) return prefetch()
    const handle = requestIdleCallback(prefetch)
    cancel = () => cancelIdleCallback(handle)
    return undefined
  }, PAGE_COMES_FIRST_MS)
  return () => {
    clearTimeout(timer)
    cancel()
  }
}
