import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'

import { MESSAGES } from '#web/api/api-error.ts'
import { session, useSession } from '#web/api/browser-session.ts'
import { SignInPage } from '#web/sign-in/sign-in-page.tsx'

import { loadDashboardPage, loadHomePage, loadLayout, loadModelPage, loadNotFoundPage } from './pages.ts'

const Layout = lazy(loadLayout)
const HomePage = lazy(loadHomePage)
const DashboardPage = lazy(loadDashboardPage)
const ModelPage = lazy(loadModelPage)
const NotFoundPage = lazy(loadNotFoundPage)

/** Every route of the application. Nothing is shown until the stored session has been checked. */
export function AppRoutes() {
  const { authLoaded, isAuthenticated } = useSession()
  if (!authLoaded) return null
  return (
    <Routes>
      <Route
        path="/"
        element={isAuthenticated ? <Navigate to="/home" replace /> : <SignInPage onSubmit={preloadHome} />}
      />
      <Route
        element={
          <Suspense>
            <Layout />
          </Suspense>
        }
      >
        <Route element={<Protected />}>
          <Route path="/home" element={<HomePage />} />
          <Route path="/dashboard" element={<DashboardPage />} />
          <Route path="/model" element={<ModelPage />} />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  )
}

/** Loads the next page while the server checks the password. */
function preloadHome(): void {
  // A failure here is ignored: the route loads again and reports it.
  void Promise.allSettled([loadLayout(), loadHomePage()])
}

/** Checks the token on every navigation. `useLocation` renders this again when the location changes. */
function Protected() {
  const { isAuthenticated } = useSession()
  useLocation()
  useEffect(() => {
    if (session.token() === null) session.end(MESSAGES.sessionExpired)
  })
  return isAuthenticated ? <Outlet /> : <Navigate to="/" replace />
}
