import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Outlet, useLocation } from 'react-router'

import { FOOTER_YEAR, PRODUCT_NAME, PRODUCT_VERSION } from '#contract/product.ts'
import type { Settings } from '#contract/status.ts'
import { queryClient } from '#web/api/query-client.ts'
import { settings } from '#web/api/settings.ts'
import { sourceName, status, useIsServerAway } from '#web/api/status.ts'
import { ownUser } from '#web/api/users.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { LateNotice, NoticePlace } from '#web/ui/notice.tsx'
import { withBasePath } from '#web/ui/page-facts.ts'
import { useIsPainted } from '#web/ui/use-is-painted.ts'
import { useWriteSearch } from '#web/ui/use-write-search.ts'
import {
  borrowedOn,
  chosenZone,
  formatInstantWithYear,
  readZone,
  zoneAbbreviation,
  zoneName,
  zoneProblem,
} from '#web/zone/display-zone.ts'

import { HelpMenu } from './account-menu.tsx'
import { HeaderControls } from './header-controls.tsx'
import { HeaderFrame } from './header-frame.tsx'
import { PageShortcuts } from './page-shortcuts.tsx'
import { PageSkeleton } from './skeletons.tsx'
import { MakingLine } from './source-mark.tsx'

export function Layout() {
  const isPainted = useIsPainted()
  return (
    <QueryClientProvider client={queryClient}>
      <I18nProvider locale="en-US">
        <a
          href="#content"
          className="sr-only z-50 rounded-control bg-raised px-3 py-2 text-ink focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
        >
          Skip to content
        </a>
        {/* The footer follows the first screen, where panels that load would move it. */}
        <div className="min-h-dvh print:min-h-0">
          <HeaderFrame>{isPainted && <HeaderControls />}</HeaderFrame>
          <Main>
            <CurrentPage />
            <AwayNotice />
            <StatusNotices />
          </Main>
        </div>
        {isPainted && <Footer />}
        <PageShortcuts />
      </I18nProvider>
    </QueryClientProvider>
  )
}

/** Late notices move the page down instead of covering it. */
function Main({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null)
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto w-full max-w-[110rem] px-4 py-6 outline-none sm:px-6 lg:px-8 print:p-0"
    >
      <div id="notices" ref={setPlace} aria-live="polite" className="flex flex-col gap-2 not-empty:mb-4" />
      <NoticePlace value={place}>{children}</NoticePlace>
    </main>
  )
}

/** A separate component, so that a new address does not render the whole layout. */
function CurrentPage() {
  const { pathname } = useLocation()
  const isInZone = useZoneOfAddress()
  return (
    <ErrorBoundary subject="This page" recovery="reload" resetKey={pathname}>
      <Suspense fallback={<PageSkeleton />}>{isInZone ? <Outlet /> : <PageSkeleton />}</Suspense>
    </ErrorBoundary>
  )
}

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Hidden if the page itself shows that it could not be loaded. */
function AwayNotice() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const isServerAway = useIsServerAway()
  if (isOnline && !isServerAway) return null
  return (
    <LateNotice
      tone="caution"
      className="in-[main:has([role=alert][data-tone=danger],[data-panel=away]_h1)]:hidden print:hidden"
    >
      {isOnline
        ? 'The server does not answer. Missing data reloads by itself. Use Try again for queries.'
        : 'You are offline. Queries need a connection.'}
    </LateNotice>
  )
}

const MAX_CLOCK_ERROR_MS = 2 * 60_000

function StatusNotices() {
  const { data, dataUpdatedAt } = useQuery(status)
  const isAdmin = useQuery(ownUser).data?.role === 'admin'
  const { outage = null, weatherProblem = null, rewrittenUploads = [], nowUtc = null } = data ?? {}
  const aheadMs = nowUtc === null ? 0 : dataUpdatedAt - Date.parse(nowUtc)
  const notices = {
    clock:
      Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS &&
      `The clock of this computer is ${Math.round(Math.abs(aheadMs) / 60_000)} minutes ${aheadMs > 0 ? 'ahead of' : 'behind'} the server’s: days and “Now” can be wrong. Set the clock, then load the page again.`,
    zone: zoneProblem(),
    // A user who dismissed an outage sees a new one, but not another try.
    [`outage ${outage?.sinceUtc}`]:
      outage &&
      `No new values arrive: ${outage.message} Since ${formatInstantWithYear(outage.sinceUtc)}, tried ${outage.tries === 1 ? 'once' : `${outage.tries} times`}; the next try is at ${formatInstantWithYear(outage.nextTryUtc)}.`,
    [`weather ${weatherProblem}`]: weatherProblem,
    ...Object.fromEntries(
      rewrittenUploads.map(({ label, sinceUtc }) => [
        `rewritten ${label} ${sinceUtc}`,
        isAdmin &&
          `Our final forecast stopped using ${label}, because its owner changed past values on ${formatInstantWithYear(sinceUtc)}. You can let it again under Keys and alerts.`,
      ]),
    ),
  }
  return Object.entries(notices).map(
    ([key, words]) =>
      words && (
        <LateNotice key={key} tone="caution" canDismiss>
          {words}
        </LateNotice>
      ),
  )
}

function Footer() {
  const known = useQuery(settings).data ?? null
  // Either answer can arrive first.
  const { data: told = null } = useQuery(status)
  useSheetLine(known, sourceName(told ?? known))
  const { credit, weatherCredit } = known ?? { credit: null, weatherCredit: null }
  return (
    <footer className="border-t border-line text-sm text-ink-muted print:hidden">
      <div className="mx-auto flex max-w-[110rem] flex-wrap items-center justify-between gap-x-6 gap-y-1 px-4 py-4 sm:px-6 lg:px-8">
        <span title={`Version ${PRODUCT_VERSION}`}>
          © {FOOTER_YEAR} {PRODUCT_NAME}
        </span>
        {credit !== null && <span>{credit}</span>}
        {weatherCredit !== null && (
          <a className="underline hover:text-ink" href={weatherCredit.url} rel="noreferrer">
            {weatherCredit.text}
          </a>
        )}
        <HelpMenu />
        <MakingLine />
      </div>
    </footer>
  )
}

const SHEET_FONT = 'font: 7.5pt Inter, sans-serif; color: #4b5563;'

/** Prints title, source and time at the foot of each sheet. */
function useSheetLine(known: Settings | null, source: string | null): void {
  const write = useEffectEvent((sheet: CSSStyleSheet) => {
    const nowMs = Date.now()
    const parts = [document.title, source, known?.credit, known?.weatherCredit?.text]
    const left = parts.filter((text) => text).join(' · ')
    const right = `Printed ${formatInstantWithYear(nowMs)} ${zoneAbbreviation(nowMs / 1000)} · Sheet `
    // Only a style sheet can write into page margins.
    sheet.replaceSync(`@page {
      @bottom-left { content: ${JSON.stringify(left)}; ${SHEET_FONT} }
      @bottom-right { content: ${JSON.stringify(right)} counter(page) ' of ' counter(pages); ${SHEET_FONT} }
    }`)
  })
  useEffect(() => {
    const sheet = new CSSStyleSheet()
    const listener = () => write(sheet)
    document.adoptedStyleSheets.push(sheet)
    addEventListener('beforeprint', listener)
    return () => {
      removeEventListener('beforeprint', listener)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
    }
  }, [])
}

const WITH_TIMES = new Set(['/dashboard', '/model'])

/** Keeps a chosen zone in the address of pages with times. Reloads the page, and returns `false`, if an address needs another zone. */
function useZoneOfAddress(): boolean {
  const { pathname, search } = useLocation()
  const writeSearch = useWriteSearch()
  const named = readZone(search)
  // The model page uses an address's zone only while the address names it; dashboard cards keep it while other pages are shown.
  const hasLeft = borrowedOn === withBasePath('/model')
  const isInZone = named === null ? !hasLeft : named === zoneName()
  const isWritten = chosenZone === null || named !== null || !WITH_TIMES.has(pathname)
  useEffect(() => {
    if (!isInZone) window.location.reload()
    else if (!isWritten) writeSearch(search, 'replace')
  }, [isInZone, isWritten, search, writeSearch])
  return isInZone
}
