import { type ComponentType, lazy, useState } from 'react'
import { Link } from 'react-router'

import { isOwnBackend } from '#web/api/request.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'

export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)

/** All pages behind the sign-in except the home page, which needs props. */
export const PAGES: Readonly<Record<string, ReturnType<typeof createLoadedPage>>> = {
  '/dashboard': dashboardPage,
  '/model': modelPage,
  '/account': createOwnPage(async () => (await import('#web/account/account-page.tsx')).AccountPage),
  '/account/password': createOwnPage(
    async () => (await import('#web/account/password-page.tsx')).PasswordPage,
  ),
  '/users': createOwnPage(async () => (await import('#web/account/users-page.tsx')).UsersPage),
  '/data': createOwnPage(async () => (await import('#web/data-calendar/calendar-page.tsx')).CalendarPage),
  '/guide': createLoadedPage(async () => (await import('./guide-page.tsx')).GuidePage),
}

/** Too small for a separate script. */
export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center gap-4 py-24 text-center text-balance">
      <title>Page not found · Energy Metrics</title>
      <h1 className="tabular text-[4rem] leading-none font-semibold tracking-tight text-ink">404</h1>
      <p className="text-lg text-ink-muted">Oops! The page you&apos;re looking for doesn&apos;t exist.</p>
      <Link to="/home" className={buttonStyle('primary', 'large')}>
        Go back home
      </Link>
    </div>
  )
}

/** Not found on another backend. */
function createOwnPage(load: () => Promise<ComponentType>) {
  return createLoadedPage(async () => (isOwnBackend() ? load() : NotFoundPage))
}

/** Renders at once if its script is loaded. React's `lazy` would show a fallback for at least 300 ms. */
function createLoadedPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const remember = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(remember)
  function Page(props: Props) {
    // Fixed while the page is shown: another component would reset its state.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  // `load` rejects if the script cannot be loaded; a later call tries again.
  return { load: remember, Page }
}

/** Loads layout and page together, which saves a round trip. Never rejects: the router retries and reports failures. */
export async function preloadPage(path: string): Promise<void> {
  const page = ['', '/home'].includes(path) ? homePage : PAGES[path]
  await Promise.allSettled([layout.load(), page?.load()])
}

/** Loads one at a time, to leave the connection to more urgent loads. */
async function loadInTurn(pages: readonly { load: () => Promise<unknown> }[]): Promise<void> {
  for (const { load } of pages) await load().catch(() => null)
}

const RELOADED_AT_KEY = 'reloadedForMissingChunkAt'
/** A chunk still missing after a reload must not cause another. */
const RELOAD_PAUSE_MS = 30_000

/** A release removes chunks that an open page may need; one reload loads the new ones. Without a server the reload would lose the page. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => null))
}

/** Rejects without a server, or without storage to record the reload. */
async function reloadOnce(): Promise<void> {
  const reloadedAtMs = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0)
  if (Date.now() - reloadedAtMs < RELOAD_PAUSE_MS) return
  const { ok } = await fetch(withBasePath('/livez'), { cache: 'no-store' })
  if (!ok) return
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  location.reload()
}

/** The browser is also idle while the shown page waits for its first answers, which have priority. */
const PAGE_COMES_FIRST_MS = 3000

/** Loads the other pages once the browser is idle, so that a later click needs no server. Returns the function that cancels it. */
export function prefetchWhenIdle(): () => void {
  const prefetch = () => void loadInTurn([dashboardPage, modelPage, homePage])
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
