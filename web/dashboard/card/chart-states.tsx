import { type ReactNode, useState, useSyncExternalStore } from 'react'

import { legendSpace } from '#web/chart/legend/legend.tsx'
import { countExpectedCurves } from '#web/dashboard/graphs/answer/curves.ts'
import { graphStore, queryRunner } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'
import { Button } from '#web/ui/button.tsx'
import { PanelState } from '#web/ui/panel-state.tsx'
import { Skeleton } from '#web/ui/panel.tsx'
import { subscribeToTicks, useCountdown } from '#web/ui/timing/ticks.ts'

import { focusGraphTitle } from './chart-frame.ts'

/** As high as a chart and its legend will probably be, so that the end of a query does not move the next card. */
export function ChartSpace({ card: { filters, view }, children }: { card: GraphCard; children: ReactNode }) {
  const legend = {
    curveCount: countExpectedCurves(filters, view),
    hasBand: view.hasFinal,
    hasComparison: filters.compareWith !== 'none' && filters.others.length === 0,
    isCompact: view.isHalfWidth,
  }
  return (
    <div className="relative pt-7 @md:pt-0">
      <div className="h-[400px]" />
      <div className="chart-figures">
        <div className="chart-figures-space" style={legendSpace(legend)} />
      </div>
      <div className="absolute inset-0">{children}</div>
    </div>
  )
}

/** Stands where a chart would, and says why there is none. */
export function Placeholder(props: { state: 'empty' | 'unpublished'; title: string; text: string }) {
  return (
    <PanelState state={props.state} title={props.title} className="h-full min-h-[400px]">
      {props.text}
    </PanelState>
  )
}

/** What went wrong. The query can be tried again, at once or after the time that the server requested, or the chart of before shown. */
export function FailedChart({ card, message }: { card: GraphCard; message: string }) {
  const { id, retryAtMs, previous } = card
  const waitS = useCountdown(retryAtMs)
  const leaveBy = (action: () => void) => () => {
    // The buttons disappear with the error.
    focusGraphTitle(id)
    action()
  }
  return (
    <ChartSpace card={card}>
      <PanelState
        state="failed"
        title="Whoops, something went wrong"
        className="h-full"
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
    </ChartSpace>
  )
}

/** A skeleton of the chart. After a second it says how long the query has been running and offers to cancel it. */
export function LoadingChart({ card }: { card: GraphCard }) {
  const elapsedS = useElapsedSeconds()
  const cancel = () => {
    // The button disappears with the query.
    focusGraphTitle(card.id)
    queryRunner.cancel(card.id)
  }
  return (
    <ChartSpace card={card}>
      <Skeleton className="size-full" />
      <div
        data-testid="chart-skeleton"
        className="absolute inset-0 flex flex-col items-center justify-center gap-3"
      >
        {elapsedS >= 1 && (
          <>
            <p className="tabular text-ink-muted">Running for {elapsedS} s</p>
            <Button onPress={cancel}>Cancel</Button>
          </>
        )}
      </div>
    </ChartSpace>
  )
}

/** Whole seconds since the component was mounted. */
function useElapsedSeconds(): number {
  const [startedAtMs] = useState(() => performance.now())
  return useSyncExternalStore(subscribeToTicks, () => Math.floor((performance.now() - startedAtMs) / 1000))
}
