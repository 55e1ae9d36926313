import { useQuery } from '@tanstack/react-query'

import { formatMoment } from '#web/account/format-moment.ts'
import { status } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

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
