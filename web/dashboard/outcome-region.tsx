import { useEffect } from 'react'

import { drawnCurves } from '#web/dashboard/graphs/curves.ts'
import type { GraphCard } from '#web/dashboard/graphs/graph-card.ts'
import { useAnnouncer } from '#web/ui/announcer.ts'

import { graphStore } from './graphs/dashboard-graphs.ts'

/** Announces the end of queries to screen readers. */
export function OutcomeRegion() {
  const { ref, announce } = useAnnouncer<HTMLOutputElement>()
  useEffect(
    () =>
      graphStore.state.subscribe((after, before) => {
        const text = describeOutcomes(before.graphCards, after.graphCards)
        if (text !== null) announce(text)
      }),
    [announce],
  )
  return <output ref={ref} className="sr-only" />
}

/** Announcement of queries that have ended, a sentence for each card. A failure is missing here because its notice announces itself. */
export function describeOutcomes(before: readonly GraphCard[], after: readonly GraphCard[]): string | null {
  const running = new Set(before.filter(({ loading }) => loading).map(({ id }) => id))
  const ended = after.flatMap((card, index) =>
    running.has(card.id) && !card.loading && card.error === null ? [describeOutcome(card, index + 1)] : [],
  )
  return ended.length === 0 ? null : ended.join(' ')
}

function describeOutcome({ data, shownFilters, view }: GraphCard, position: number): string {
  if (shownFilters === null) return `Graph ${position}: query cancelled.`
  if (data.length === 0) return `Graph ${position}: no values in this range.`
  const { length } = drawnCurves(data, view)
  return `Graph ${position} shows ${length === 1 ? '1 curve' : `${length} curves`}.`
}
