import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { session } from '#web/api/browser-session.ts'
import { basePath } from '#web/ui/base-path.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

import { LayoutSkeleton } from './layout-skeleton.tsx'
import { openPage } from './preload.ts'
import { AppRoutes } from './routes.tsx'

/** Renders the application. Where a map is on the screen already, nothing else is shown until the page around it is there. */
export async function startApplication(element: Element, hasMap: boolean): Promise<void> {
  const root: Root = createRoot(element)
  if (session.token() !== null) {
    if (!hasMap) root.render(<LayoutSkeleton />)
    await openPage(location.pathname.slice(basePath().length), location.search)
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
