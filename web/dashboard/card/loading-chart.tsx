import { useState, useSyncExternalStore } from 'react'

import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { subscribeToTicks } from '#web/ui/timing/ticks.ts'

import { LegendSkeleton } from './legend-skeleton.tsx'

/**
 * A skeleton of the chart. After a second it says how long the query has been running and offers to cancel it.
 * @param curveCount how many curves will probably come, so that the skeleton takes as much room as they will
 */
export function LoadingChart({ curveCount, onCancel }: { curveCount: number; onCancel: () => void }) {
  const elapsedS = useElapsedSeconds()
  return (
    <div data-testid="chart-skeleton">
      <div className="relative h-[400px]">
        <Skeleton className="size-full" />
        {elapsedS >= 1 && (
          <div className="absolute inset-0 flex flex-col items-center justify-center gap-3">
            <p className="tabular text-ink-muted">Running for {elapsedS} s</p>
            <Button onPress={onCancel}>Cancel</Button>
          </div>
        )}
      </div>
      <LegendSkeleton curveCount={curveCount} />
    </div>
  )
}

/** Whole seconds since the component was mounted. */
function useElapsedSeconds(): number {
  const [startedAtMs] = useState(() => performance.now())
  return useSyncExternalStore(subscribeToTicks, () => Math.floor((performance.now() - startedAtMs) / 1000))
}
