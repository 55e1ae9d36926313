import type { ComponentType } from 'react'

import { createLoadedPage } from './loaded-page.tsx'

/** The layout and the pages, loaded when they are needed. */
export const layout = createLoadedPage(async () => (await import('./layout/layout.tsx')).Layout)
export const homePage = createLoadedPage(async () => (await import('#web/home/home-page.tsx')).HomePage)
export const dashboardPage = createLoadedPage(
  async () => (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
)
export const modelPage = createLoadedPage(async () => (await import('#web/model/model-page.tsx')).ModelPage)
export const passwordPage = createOwnPage(
  async () => (await import('#web/account/password-page.tsx')).PasswordPage,
)
export const accountPage = createOwnPage(
  async () => (await import('#web/account/account-page.tsx')).AccountPage,
)
export const notFoundPage = createLoadedPage(loadNotFoundPage)

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
