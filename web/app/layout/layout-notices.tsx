import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { status, useIsServerAway } from '#web/api/status.ts'
import { LateNotice } from '#web/ui/notice.tsx'
import { formatInstantWithYear, zoneProblem } from '#web/zone/display-zone.ts'

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Shown while network or server are away, unless the page itself says that it could not be loaded. */
export function AwayNotice() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const isServerAway = useIsServerAway()
  if (isOnline && !isServerAway) return null
  return (
    <LateNotice tone="caution" className="in-[main:has([role=alert][data-tone=danger])]:hidden print:hidden">
      {isOnline
        ? 'The server does not answer. Missing data reloads by itself. Use Try again for queries.'
        : 'You are offline. Queries need a connection.'}
    </LateNotice>
  )
}

const MAX_CLOCK_ERROR_MS = 2 * 60_000

/** Shown while the source delivers nothing, something is wrong with the weather, or the computer's clock or time zone cannot be used. */
export function StatusNotices() {
  const { data, dataUpdatedAt } = useQuery(status)
  const { outage = null, weatherProblem = null, nowUtc = null } = data ?? {}
  const zoneWords = zoneProblem()
  const aheadMs = nowUtc === null ? 0 : dataUpdatedAt - Date.parse(nowUtc)
  return (
    <>
      {Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS && (
        <LateNotice tone="caution" canDismiss>
          The clock of this computer is {Math.round(Math.abs(aheadMs) / 60_000)} minutes{' '}
          {aheadMs > 0 ? 'ahead of' : 'behind'} the server’s: days and “Now” can be wrong. Set the clock, then
          load the page again.
        </LateNotice>
      )}
      {zoneWords !== null && (
        <LateNotice tone="caution" canDismiss>
          {zoneWords}
        </LateNotice>
      )}
      {outage !== null && (
        <LateNotice key={outage.sinceUtc} tone="caution" canDismiss>
          No new values arrive: {outage.message} Since {formatInstantWithYear(outage.sinceUtc)}, tried{' '}
          {outage.tries === 1 ? 'once' : `${outage.tries} times`}; the next try is at{' '}
          {formatInstantWithYear(outage.nextTryUtc)}.
        </LateNotice>
      )}
      {weatherProblem !== null && (
        <LateNotice key={weatherProblem} tone="caution" canDismiss>
          {weatherProblem}
        </LateNotice>
      )}
    </>
  )
}
