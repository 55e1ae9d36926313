import '#web/ui/theme/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { session, startSession } from '#web/api/session.ts'
import { basePath } from '#web/ui/base-path.ts'
import { ErrorBoundary, WhileFailed } from '#web/ui/error-boundary.tsx'
import { startTheme } from '#web/ui/theme/theme.ts'

import { keepFocus } from './kept-focus.ts'
import { reloadOnMissingChunk, reloadWhenServerReturns } from './missing-chunk.ts'
import { openPage, whenFontIsThere } from './pages.tsx'
import { AppRoutes } from './routes.tsx'
import { LayoutSkeleton } from './skeletons.tsx'
import { keepTranslatedText } from './translated-text.ts'

startTheme()
startSession()
reloadOnMissingChunk()
keepFocus()
keepTranslatedText()

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
    await whenFontIsThere()
    root.render(
      <BrowserRouter basename={basePath()}>
        <LayoutSkeleton />
      </BrowserRouter>,
    )
    await opened
  }
  root.render(
    <StrictMode>
      <WhileFailed value={reloadWhenServerReturns}>
        <ErrorBoundary subject="This page" recovery="reload">
          <BrowserRouter basename={basePath()}>
            <AppRoutes />
          </BrowserRouter>
        </ErrorBoundary>
      </WhileFailed>
    </StrictMode>,
  )
}
