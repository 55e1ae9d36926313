import {
  loadAccountPage,
  loadDashboardPage,
  loadHomePage,
  loadLayout,
  loadModelPage,
  loadPasswordPage,
} from './pages.ts'

const LOADS: Readonly<Record<string, () => Promise<unknown>>> = {
  '/': loadHomePage,
  '/home': loadHomePage,
  '/dashboard': loadDashboardPage,
  '/model': loadModelPage,
  '/account': loadAccountPage,
  '/account/password': loadPasswordPage,
}

/**
 * Starts to load the layout and a page of a signed-in user together. The router would ask for the page only when the layout is there,
 * which costs one more round trip to the server. A failure is ignored: the router loads again and reports it.
 */
export function preloadPage(path: string): void {
  void Promise.allSettled([loadLayout(), LOADS[path]?.()])
}
