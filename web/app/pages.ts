/** The layout and the pages, loaded when they are needed, in the form that React's `lazy` expects. */
export const loadLayout = async () => ({ default: (await import('./layout/layout.tsx')).Layout })
export const loadHomePage = async () => ({
  default: (await import('#web/home/home-page.tsx')).HomePage,
})
export const loadDashboardPage = async () => ({
  default: (await import('#web/dashboard/dashboard-page.tsx')).DashboardPage,
})
export const loadModelPage = async () => ({
  default: (await import('#web/model/model-page.tsx')).ModelPage,
})
export const loadPasswordPage = async () => ({
  default: (await import('#web/account/password-page.tsx')).PasswordPage,
})
export const loadAccountPage = async () => ({
  default: (await import('#web/account/account-page.tsx')).AccountPage,
})
export const loadNotFoundPage = async () => ({ default: (await import('./not-found-page.tsx')).NotFoundPage })
