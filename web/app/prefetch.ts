import { withoutReload } from './missing-chunk.ts'
import { loadDashboardPage, loadHomePage, loadModelPage } from './pages.ts'

/** Safari has no idle callbacks. */
const FALLBACK_DELAY_MS = 3000

/**
 * Loads the other pages while the browser is idle, so that a later click needs no server. Returns a function that cancels it. A
 * failure is ignored: the route loads the page again and reports the failure.
 */
export function prefetchWhenIdle(): () => void {
  const prefetch = () => void withoutReload([loadDashboardPage, loadModelPage, loadHomePage])
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(prefetch, FALLBACK_DELAY_MS)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(prefetch)
  return () => cancelIdleCallback(handle)
}
