import { type ComponentType, lazy, useState } from 'react'

import { reloadIfServerAnswers } from './missing-chunk.ts'

/** The layout and the pages, loaded when they are needed. */
export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
export const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)
export const notFoundPage = createLoadedPage(loadNotFoundPage)

/** Every page behind the sign-in by its path, but for the home page, which is given what it shows. */
export const PAGES: Readonly<Record<string, LoadedPage<object>>> = {
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
  return createLoadedPage(async () => {
    const { askOwnBackend } = await import('#web/api/settings.ts')
    return (await askOwnBackend(load)) ?? loadNotFoundPage()
  })
}

/** A component whose script is loaded when it is needed. */
interface LoadedPage<Props> {
  /** Loads the script. Rejects if that fails; a later call tries again. */
  load: () => Promise<unknown>
  Page: ComponentType<Props>
}

/** Unlike React's `lazy`, it renders at once where the script is there. React shows what stands in for a lazy component for at least 300 ms. */
function createLoadedPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LoadedPage<Props> {
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
  return {
    load: remember,
    Page(props) {
      // Kept while the page is on the screen: another component in its place would start over.
      const [Shown] = useState(() => loaded ?? Later)
      return <Shown {...props} />
    },
  }
}
