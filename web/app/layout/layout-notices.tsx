import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { formatMoment } from '#web/account/format-moment.ts'
import { status, useIsServerAway } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Shown above the page while network or server are away, unless the page itself says that it could not be loaded. */
export function AwayNotice() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  const isServerAway = useIsServerAway()
  if (isOnline && !isServerAway) return null
  return (
    <Notice tone="caution" className="mb-5 in-[main:has([role=alert][data-tone=danger])]:hidden">
      {isOnline
        ? 'The server does not answer. What could not be loaded comes by itself when it is back.'
        : 'You are offline. Queries need a connection.'}
    </Notice>
  )
}

const MAX_CLOCK_ERROR_MS = 2 * 60_000

/** Shown above the page while the source delivers nothing, something is wrong with the weather, or the computer's clock is wrong. */
export function StatusNotices() {
  const { data, dataUpdatedAt } = useQuery(status)
  const { outage = null, weatherProblem = null, nowUtc = null } = data ?? {}
  const aheadMs = nowUtc === null ? 0 : dataUpdatedAt - Date.parse(nowUtc)
  return (
    <>
      {Math.abs(aheadMs) > MAX_CLOCK_ERROR_MS && (
        <Notice tone="caution" className="mb-5">
          The clock of this computer is {Math.round(Math.abs(aheadMs) / 60_000)} minutes{' '}
          {aheadMs > 0 ? 'ahead of' : 'behind'} the server’s: days and “Now” can be wrong. Set the clock, then
          load the page again.
        </Notice>
      )}
      {outage !== null && (
        <Notice tone="caution" className="mb-5">
          No new values arrive: {outage.message} Since {formatMoment(outage.sinceUtc)}, tried{' '}
          {outage.tries === 1 ? 'once' : `${outage.tries} times`}; the next try is at{' '}
          {formatMoment(outage.nextTryUtc)}.
        </Notice>
      )}
      {weatherProblem !== null && (
        <Notice tone="caution" className="mb-5">
          {weatherProblem}
        </Notice>
      )}
    </>
  )
}
