import { useState, useSyncExternalStore } from 'react'

import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { subscribeToTicks, useCountdown } from '#web/ui/timing/ticks.ts'

import { focusGraphTitle } from './graph-title.ts'

/** As high as the card leaves room for. */
const HEIGHT_STYLE = 'h-full min-h-[400px]'

/** Stands where a chart would, and says why there is none. */
export function Placeholder(props: { state: 'empty' | 'unpublished'; title: string; text: string }) {
  return (
    <PanelState state={props.state} title={props.title} className={HEIGHT_STYLE}>
      {props.text}
    </PanelState>
  )
}

/** What went wrong. The query can be tried again, at once or after the time that the server asked for, or the chart of before shown. */
export function FailedChart({ card, message }: { card: GraphCard; message: string }) {
  const { id, retryAtMs, previous } = card
  const waitS = useCountdown(retryAtMs)
  const leaveBy = (action: () => void) => () => {
    // The buttons disappear with the error.
    focusGraphTitle(id)
    action()
  }
  return (
    <PanelState
      state="failed"
      title="Whoops, something went wrong"
      className={HEIGHT_STYLE}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button
            className="tabular"
            isDisabled={waitS > 0}
            onPress={leaveBy(() => void queryRunner.run(id))}
          >
            {waitS > 0 ? `Try again in ${waitS} s` : 'Try again'}
          </Button>
          {previous !== null && (
            <Button onPress={leaveBy(() => graphStore.showPrevious(id))}>Show the previous chart</Button>
          )}
        </div>
      }
    >
      Error: {message}
    </PanelState>
  )
}

/**
 * A skeleton of the chart. After a second it says how long the query has been running and offers to cancel it.
 * @param curveCount how many curves will probably come, so that the skeleton takes as much room as they will
 */
export function LoadingChart({ curveCount, onCancel }: { curveCount: number; onCancel: () => void }) {
  const elapsedS = useElapsedSeconds()
  return (
    <div data-testid="chart-skeleton" className="pt-7 @md:pt-0">
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

/** Rows as high as those of the chart's legend, wide and narrow. */
function LegendSkeleton({ curveCount }: { curveCount: number }) {
  return (
    <div className="@container">
      <div className="mt-2 max-w-[40rem] pt-5 pb-[22px]">
        {Array.from({ length: curveCount }, (_, row) => row).map((row) => (
          <div key={row} className="flex h-[47px] items-center @min-[30rem]:h-[27px]">
            <Skeleton className="h-3 w-full" />
          </div>
        ))}
      </div>
    </div>
  )
}
