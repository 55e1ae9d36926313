import '#web/ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { session, startSession } from '#web/api/session.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { basePath } from '#web/ui/page-facts.ts'
import { startTheme } from '#web/ui/theme.ts'

import { LayoutSkeleton } from './layout/skeletons.tsx'
import { preloadPage, reloadOnMissingChunk } from './pages.tsx'
import { AppRoutes } from './routes.tsx'

/** Longer waits for font or first answers do not delay the page. */
const WORTH_WAITING_MS = 100

/** First calls of each page, in small scripts so that answers arrive while the page's script is evaluated. */
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
        import('#web/api/query-client.ts'),
      ])
      return { areAnswered: askFirst(queryClient, search) }
    },
  }

startTheme()
startSession()
reloadOnMissingChunk()
keepFocus()

const element = document.querySelector('#root')
if (element === null) throw new Error('The page has no #root element')
void start(element)

/** A function, because `await` at module level would block modules that import from this one. */
async function start(place: Element): Promise<void> {
  const root = createRoot(place)
  if (session.token() !== null) {
    const opened = openPage(location.pathname.slice(basePath().length), location.search)
    // Another font has other widths: text would move once the font loads.
    await briefly(document.fonts.load('1rem "Inter Variable"').catch(() => null))
    root.render(
      <BrowserRouter basename={basePath()}>
        <LayoutSkeleton />
      </BrowserRouter>,
    )
    await opened
  }
  root.render(
    <StrictMode>
      <ErrorBoundary subject="This page" recovery="reload">
        <BrowserRouter basename={basePath()}>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </StrictMode>,
  )
}

/** Sends the first calls while the page loads and waits briefly, so that it renders once. The page handles failed calls. */
async function openPage(pathname: string, search: string): Promise<void> {
  const path = pathname.replace(/\/+$/, '')
  // At once: one after the other costs a second on a slow network.
  const [calls] = await Promise.all([FIRST_CALLS[path]?.(search).catch(() => null), preloadPage(path)])
  await briefly(calls?.areAnswered)
}

function briefly(awaited: Promise<unknown> | undefined): Promise<unknown> {
  const enough = new Promise((resolve) => {
    setTimeout(resolve, WORTH_WAITING_MS)
  })
  return Promise.race([awaited, enough])
}

/** Removed or disabled, rather than left by the user. */
const isGone = (element: Element) => !element.isConnected || element.matches(':disabled')

/** Moves the focus of a removed element to its nearest focusable ancestor, so that Escape and Tab work. A disabled button gets it back. */
function keepFocus(): void {
  /** The last focused element and its focusable ancestors. */
  let places: readonly HTMLElement[] = []
  document.addEventListener('focusin', ({ target }) => {
    places = []
    for (let place = target; place instanceof HTMLElement; place = place.parentElement)
      if (place === target || place.hasAttribute('tabindex')) places = [...places, place]
  })
  document.addEventListener('focusout', () =>
    queueMicrotask(() => {
      const [last] = places
      if (document.activeElement === document.body && last !== undefined && !isGone(last)) places = []
    }),
  )
  new MutationObserver(() => {
    if (document.activeElement !== document.body) return
    places = places.filter((place) => place.isConnected)
    if (places[0]?.matches(':disabled') === false) places[0].focus({ preventScroll: true })
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
