import '#web/ui/theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'

import { session, startSession } from '#web/api/browser-session.ts'
import { basePath } from '#web/ui/base-path.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { startTheme } from '#web/ui/theme.ts'

import { reloadOnMissingChunk } from './missing-chunk.ts'
import { preloadPage } from './preload.ts'
import { AppRoutes } from './routes.tsx'

startTheme()
startSession()
reloadOnMissingChunk()
if (session.token() !== null) preloadPage(location.pathname.slice(basePath().length))

const root = document.querySelector('#root')
if (root === null) throw new Error('The page has no #root element')
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary subject="This page" recovery="reload">
      <BrowserRouter basename={basePath()}>
        <AppRoutes />
      </BrowserRouter>
    </ErrorBoundary>
  </StrictMode>,
)
