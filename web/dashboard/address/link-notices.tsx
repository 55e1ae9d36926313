import { useStore } from 'zustand/react'

import { useIsOwnBackend } from '#web/api/settings.ts'
import { graphStore, runAgain, useAsOf } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { AsOfNotice } from '#web/ui/as-of.tsx'
import { Notice } from '#web/ui/notice.tsx'

import { useAwaited } from './load-from-url.ts'
import { dismissProblem, useOpenDashboard } from './open-dashboard.ts'

/** Says of when the values are, and why the dashboard of the address is not shown, until the user dismisses it. */
export function LinkNotices() {
  const hasBrokenLink = useStore(graphStore.state, (state) => state.hasBrokenLink)
  const { problem } = useOpenDashboard()
  const awaited = useAwaited()
  const asOf = useAsOf()
  // A foreign backend keeps nothing of earlier.
  const isOwn = useIsOwnBackend()
  return (
    <>
      {asOf !== null && isOwn && <AsOfNotice asOf={asOf} onNow={backToNow} />}
      {hasBrokenLink && (
        <Notice tone="caution" onDismiss={() => graphStore.dismissBrokenLink()}>
          This link could not be read, so the dashboard shows its default graph.
        </Notice>
      )}
      {problem !== null && awaited === null && (
        <Notice tone="caution" onDismiss={dismissProblem}>
          {problem}
        </Notice>
      )}
    </>
  )
}

function backToNow(): void {
  graphStore.backToNow()
  runAgain()
}
