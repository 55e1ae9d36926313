import { useIsOwnBackend } from '#web/api/settings.ts'
import { graphStore, runAgain, useAsOf, useGraphState } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { AsOfNotice } from '#web/ui/as-of.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { useAwaited } from './load-from-url.ts'

/** Says of when the values are, and why the dashboard of the address is not shown, until the user dismisses it. */
export function LinkNotices() {
  const problem = useGraphState((state) => state.problem)
  const awaited = useAwaited()
  const asOf = useAsOf()
  // A foreign backend keeps nothing of earlier.
  const isOwn = useIsOwnBackend()
  return (
    <>
      {asOf !== null && isOwn && <AsOfNotice asOf={asOf} onNow={backToNow} />}
      {problem !== null && awaited === null && (
        <Notice tone="caution" onDismiss={graphStore.dismissProblem}>
          {problem.sentence}
        </Notice>
      )}
    </>
  )
}

function backToNow(): void {
  graphStore.backToNow()
  runAgain()
}
