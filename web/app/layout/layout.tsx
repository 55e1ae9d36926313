import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Outlet, useLocation } from 'react-router'

import { PageSkeleton } from '#web/app/page-skeleton.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { useIsPainted } from '#web/ui/timing/use-is-painted.ts'

import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { PageShortcuts } from './page-shortcuts.tsx'
import { SourceNotice } from './source-notice.tsx'
import { useZoneInAddress } from './use-zone-in-address.ts'

/** Header, page and footer of every page behind the sign-in. */
export function Layout() {
  const isPainted = useIsPainted()
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="en-US">
        <div className="flex min-h-dvh flex-col">
          <a
            href="#content"
            className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
          >
            Skip to content
          </a>
          <Header hasControls={isPainted} />
          <main
            id="content"
            tabIndex={-1}
            className="mx-auto w-full max-w-[110rem] grow px-4 py-6 sm:px-6 lg:px-8 print:p-0"
          >
            <OfflineNotice />
            <SourceNotice />
            <CurrentPage />
          </main>
          {isPainted && <Footer />}
          <PageShortcuts />
        </div>
      </I18nProvider>
    </QueryClientProvider>
  )
}

/** Apart from the layout, so that a new address renders no more than it changes. */
function CurrentPage() {
  const { pathname } = useLocation()
  useZoneInAddress()
  return (
    <ErrorBoundary subject="This page" recovery="reload" resetKey={pathname}>
      <Suspense fallback={<PageSkeleton />}>
        <Outlet />
      </Suspense>
    </ErrorBoundary>
  )
}
