import { useStore } from 'zustand/react'

import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Notice } from '#web/ui/notice.tsx'

import { useAwaited } from './load-from-url.ts'
import { dismissProblem, useOpenDashboard } from './open-dashboard.ts'

/** Says why the dashboard of the address is not shown, until the user dismisses it. */
export function LinkNotices() {
  const hasBrokenLink = useStore(graphStore.state, (state) => state.hasBrokenLink)
  const { problem } = useOpenDashboard()
  const awaited = useAwaited()
  return (
    <>
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
