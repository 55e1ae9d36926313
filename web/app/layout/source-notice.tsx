import { useQuery } from '@tanstack/react-query'

import { status } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Shown above the page while the source delivers nothing, or something is wrong with the weather. */
export function SourceNotice() {
  const { problem = null, weatherProblem = null } = useQuery(status).data ?? {}
  return (
    <>
      {problem !== null && (
        <Notice tone="caution" className="mb-5">
          No new values arrive: {problem}
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
