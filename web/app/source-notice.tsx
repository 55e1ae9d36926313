import { useQuery } from '@tanstack/react-query'

import { status } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Stands above the page for as long as the source gives the server nothing. */
export function SourceNotice() {
  const problem = useQuery(status).data?.problem ?? null
  if (problem === null) return null
  return (
    <Notice tone="caution" className="mb-5">
      No new values arrive: {problem}
    </Notice>
  )
}
