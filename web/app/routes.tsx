import { Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, Route, Routes, useLocation } from 'react-router'

import { RETURN_PATH } from '#contract/http-names.ts'
import { MESSAGES } from '#web/api/api-error.ts'
import { session, useSession } from '#web/api/session.ts'
import { STARTERS } from '#web/dashboard/address/starters.ts'
import { hasOrganisation, ReturnPage } from '#web/sign-in/organisation.tsx'
import { SignInPage } from '#web/sign-in/sign-in-page.tsx'

import { LayoutSkeleton } from './layout/skeletons.tsx'
import { readLinkedPage, rememberPage } from './linked-page.ts'
import { homePage, layout, NotFoundPage, PAGES, prefetchWhenIdle, preloadPage } from './pages.tsx'

const { Page: Layout } = layout
const { Page: HomePage } = homePage

/** Renders nothing until the stored session is checked. */
export function AppRoutes() {
  const { authLoaded } = useSession()
  if (!authLoaded) return null
  const framed = (
    <Suspense fallback={<LayoutSkeleton />}>
      <Layout />
    </Suspense>
  )
  return (
    <Routes>
      <Route path="/" element={<SignIn />} />
      {hasOrganisation() && <Route path={RETURN_PATH} element={<ReturnPage />} />}
      <Route element={<Protected />}>
        <Route element={framed}>
          <Route path="/home" element={<Home />} />
          {Object.entries(PAGES).map(([path, { Page }]) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
        </Route>
      </Route>
      <Route element={<Protected isOpen />}>
        <Route element={framed}>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Route>
    </Routes>
  )
}

/** The sign-in page stays on screen until the home page is drawn. */
function SignIn() {
  const { isAuthenticated } = useSession()
  const { state } = useLocation()
  const [wasAuthenticated] = useState(isAuthenticated)
  return (
    <>
      {wasAuthenticated ? <LayoutSkeleton /> : <SignInPage onSubmit={() => void preloadPage('/home')} />}
      {isAuthenticated && <Navigate to="/home" replace state={state} />}
    </>
  )
}

function Home() {
  const { state } = useLocation()
  return <HomePage linkedPage={readLinkedPage(state)} starters={STARTERS} />
}

/** Checks the token on every navigation. `isOpen`: needs no session, but a session that ends there leads to the sign-in page. */
function Protected({ isOpen = false }) {
  const { isAuthenticated, message } = useSession()
  const location = useLocation()
  const [shownPath, setShownPath] = useState<string | null>(null)
  const hasToken = session.token() !== null
  if (isAuthenticated && hasToken && shownPath !== location.pathname) setShownPath(location.pathname)
  useEffect(() => {
    if (!hasToken) session.end(MESSAGES.sessionExpired)
  })
  useEffect(() => (isAuthenticated ? prefetchWhenIdle() : undefined), [isAuthenticated])
  if (isAuthenticated || (isOpen && shownPath === null)) return <Outlet />
  // The next user may be another person.
  const hasSignedOut = shownPath !== null && message === null
  const state = hasSignedOut ? null : rememberPage(location, shownPath === location.pathname)
  return <Navigate to="/" replace state={state} />
}
