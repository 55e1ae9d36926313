import '#web/ui/theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { session, startSession } from '#web/api/session.ts'
import { basePath } from '#web/ui/base-path.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { startTheme } from '#web/ui/theme/theme.ts'

import { keepFocus } from './kept-focus.ts'
import { LayoutSkeleton } from './layout/skeletons.tsx'
import { preloadPage, reloadOnMissingChunk } from './pages.tsx'
import { AppRoutes } from './routes.tsx'

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
        import('#web/api/query-client.ts'),
      ])
      return { areAnswered: askFirst(queryClient, search) }
    },
  }

startTheme()
startSession()
reloadOnMissingChunk()
keepFocus()

// Some chats write `&amp;` in links.
if (location.search.includes('&amp;'))
  history.replaceState(history.state, '', location.href.replaceAll('&amp;', '&'))

const element = document.querySelector('#root')
if (element === null) throw new Error('The page has no #root element')
void start(element)

/** Not with `await` in this module: others import from it. */
async function start(place: Element): Promise<void> {
  const root = createRoot(place)
  if (session.token() !== null) {
    const opened = openPage(location.pathname.slice(basePath().length), location.search)
    // In another font the texts have other widths, and would move when it comes.
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

/** Sends the first calls while the page loads, and waits a moment for the answers, so that it is rendered once. A failed call is left to the page. */
async function openPage(pathname: string, search: string): Promise<void> {
  const path = pathname.replace(/\/+$/, '')
  const calls = await FIRST_CALLS[path]?.(search).catch(() => null)
  await preloadPage(path)
  await briefly(calls?.areAnswered)
}

function briefly(awaited: Promise<unknown> | undefined): Promise<unknown> {
  const enough = new Promise((resolve) => {
    setTimeout(resolve, WORTH_WAITING_MS)
  })
  return Promise.race([awaited, enough])
}
