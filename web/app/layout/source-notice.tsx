import { useQuery } from '@tanstack/react-query'

import { status } from '#web/api/status.ts'
import { Notice } from '#web/ui/notice.tsx'

/** Shown above the page while the source delivers nothing. */
export function SourceNotice() {
  const problem = useQuery(status).data?.problem ?? null
  if (problem === null) return null
  return (
    <Notice tone="caution" className="mb-5">
      No new values arrive: {problem}
    </Notice>
  )
}
