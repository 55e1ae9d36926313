import { type ComponentType, lazy, useState } from 'react'

import { isOwnBackend } from '#web/api/request.ts'

import { reloadIfServerAnswers, withoutReload } from './missing-chunk.ts'

/** The layout and the pages, loaded when they are needed. */
export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)
export const notFoundPage = createLoadedPage(loadNotFoundPage)

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

async function loadNotFoundPage() {
  return (await import('./not-found-page.tsx')).NotFoundPage
}

/** A page that works only on our own backend. In front of another one there is no such page. */
function createOwnPage(load: () => Promise<ComponentType>) {
  return createLoadedPage(() => (isOwnBackend() ? load() : loadNotFoundPage()))
}

/** A page that renders at once where its script is there. With React's `lazy`, what stands in for it would stay for at least 300 ms. */
function createLoadedPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null
  const remember = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Later: ComponentType<Props> = lazy(() =>
    remember().catch((error: unknown) => {
      // Needed now, even if it was being fetched ahead.
      void reloadIfServerAnswers()
      throw error
    }),
  )
  function Page(props: Props) {
    // Kept while the page is on the screen: another component in its place would start over.
    const [Shown] = useState(() => loaded ?? Later)
    return <Shown {...props} />
  }
  // `load` rejects where the script cannot be loaded; a later call tries again.
  return { load: remember, Page }
}

/** If the font or the first answers take longer, the page is shown without them. */
const WORTH_WAITING_MS = 100

/** First calls of each page. The scripts of these calls are small, so the answers come while those of the page are evaluated. */
const FIRST_CALLS: Readonly<Record<string, (search: string) => Promise<{ areAnswered: Promise<unknown> }>>> =
  {
    '/dashboard': async (search) => {
      const { enterDashboard } = await import('#web/dashboard/address/load-from-url.ts')
      enterDashboard(search)
      return { areAnswered: Promise.resolve() }
    },
    '/model': async (search) => {
      const [{ askFirst }, { queryClient }] = await Promise.all([
        import('#web/model/view/first-calls.ts'),
        import('./query-client.ts'),
      ])
      return { areAnswered: askFirst(queryClient, search) }
    },
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
