import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

import { formatMoment } from '#web/account/format-moment.ts'
import { status } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

function subscribeToConnection(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Shown above the page while the browser is offline. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribeToConnection, () => navigator.onLine)
  if (isOnline) return null
  return (
    <Notice tone="caution" className="mb-5">
      You are offline. Queries need a connection.
    </Notice>
  )
}

/** Shown above the page while the source delivers nothing, or something is wrong with the weather. */
export function SourceNotice() {
  const { outage = null, weatherProblem = null } = useQuery(status).data ?? {}
  return (
    <>
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
