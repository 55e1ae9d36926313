import { createLoadedPage } from './loaded-page.tsx'

/** The layout and the pages, loaded when they are needed. */
export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
export const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)
export const passwordPage = createLoadedPage(
  async () => (await import('#web/account/password-page.tsx')).PasswordPage,
)
export const accountPage = createLoadedPage(
  async () => (await import('#web/account/account-page.tsx')).AccountPage,
)
export const notFoundPage = createLoadedPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)
