import { withoutReload } from './missing-chunk.ts'
import { dashboardPage, homePage, modelPage } from './pages.ts'

/** While the page on the screen waits for its first answers the browser is idle too, and must be free when they come. */
const PAGE_COMES_FIRST_MS = 3000

/**
 * Loads the other pages once the first one is there and the browser is idle, so that a later click needs no server. Returns a
 * function that cancels it. A failure is ignored: the route loads the page again and reports the failure.
 */
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
