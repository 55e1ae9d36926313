import { type ComponentType, lazy, useState } from 'react'
import { Link } from 'react-router'

import { isOwnBackend } from '#web/api/request.ts'
import { withBasePath } from '#web/ui/base-path.ts'
import { buttonStyle } from '#web/ui/button.tsx'

export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)

/** Every page behind the sign-in by its path, but for the home page, which is given what it shows. */
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

/** Too small for a script of its own. */
export function NotFoundPage() {
  return (
    <div className="flex flex-col items-center gap-4 py-24 text-center">
      <title>Page not found · Energy Metrics</title>
      <h1 className="tabular text-[4rem] leading-none font-semibold tracking-tight text-ink">404</h1>
      <p className="text-lg text-ink-muted">Oops! The page you&apos;re looking for doesn&apos;t exist.</p>
      <Link to="/home" className={buttonStyle('primary', 'large')}>
        Go back home
      </Link>
    </div>
  )
}

/** A page that works only on our own backend. In front of another one there is no such page. */
function createOwnPage(load: () => Promise<ComponentType>) {
  return createLoadedPage(async () => (isOwnBackend() ? load() : NotFoundPage))
}

/** A page that renders at once where its script is there. With React's `lazy`, what stands in for it would stay for at least 300 ms. */
function createLoadedPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const remember = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(remember)
  function Page(props: Props) {
    // Kept while the page is on the screen: another component in its place would start over.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  // `load` rejects where the script cannot be loaded; a later call tries again.
  return { load: remember, Page }
}

/** Loads layout and page together, which saves a round trip to the server. Never rejects: the router loads again what is missing and reports it. */
export async function preloadPage(path: string): Promise<void> {
  const page = ['', '/home'].includes(path) ? homePage : PAGES[path]
  await Promise.allSettled([layout.load(), page?.load()])
}

/** One at a time leaves the connection to what is needed now. */
async function loadInTurn(pages: readonly { load: () => Promise<unknown> }[]): Promise<void> {
  for (const { load } of pages) await load().catch(() => null)
}

const RELOADED_AT_KEY = 'reloadedForMissingChunkAt'
/** A chunk that a reload did not bring is not asked for by another reload. */
const RELOAD_PAUSE_MS = 30_000

/** A new release removes chunks that an open page may still need; one reload gets the new ones. Without a server it would only lose the page. */
export function reloadOnMissingChunk(): void {
  addEventListener('vite:preloadError', () => void reloadOnce().catch(() => null))
}

/** Rejects without storage to remember the reload, or without a server. */
async function reloadOnce(): Promise<void> {
  const reloadedAtMs = Number(sessionStorage.getItem(RELOADED_AT_KEY) ?? 0)
  if (Date.now() - reloadedAtMs < RELOAD_PAUSE_MS) return
  const { ok } = await fetch(withBasePath('/livez'), { cache: 'no-store' })
  if (!ok) return
  sessionStorage.setItem(RELOADED_AT_KEY, String(Date.now()))
  location.reload()
}

/** While the page on the screen waits for its first answers the browser is idle too, and must be free when they come. */
const PAGE_COMES_FIRST_MS = 3000

/** Loads the other pages once the browser is idle, so that a later click needs no server. A failure is left to the route. Returns what cancels it. */
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
