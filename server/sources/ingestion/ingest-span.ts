import { Registry } from 'prom-client'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { feedName, newestFirst, type Source } from '#server/sources/source.ts'

import type { Progress } from './progress.ts'
import { readSpans } from './read-spans.ts'
import { createIngestionMetrics, type StoredValues } from './store-values.ts'

export interface IngestSpanParts {
  source: Source
  database: Database
  series: SeriesStore
  clock: Clock
  areas: readonly MemberCode[]
  span: Span
  onProgress?: (progress: Progress) => void
  retryWaitMs?: number
}

export type IngestedSpan = Awaited<ReturnType<typeof ingestSpan>>

/** Reads a span even if it was read before. Rejects if the database does not answer. */
export async function ingestSpan(parts: IngestSpanParts, signal: AbortSignal) {
  const { source, database, areas, span, onProgress = () => {} } = parts
  const state = createReadState(database, source.name, feedName)
  const reading = { ...parts, state, metrics: createIngestionMetrics(new Registry(), parts.source) }
  const wanted = source.feeds.filter(({ area }) => areas.includes(area)).map((feed) => ({ feed, span }))
  const totalMs = wanted.length * (span.toUtc - span.fromUtc)
  const inDays = (ms: number) => Math.round(ms / DAY_MS)
  let doneMs = 0
  const sum: StoredValues = { found: 0, changed: 0, refused: 0 }
  const failures: { feed: string; reason: string }[] = []
  /** In the source's words. */
  const faults: { feed: string; reason: string }[] = []
  let isAllRead = true
  for await (const outcome of readSpans(newestFirst(source, wanted), reading, signal)) {
    const { feed, span } = outcome.wanted
    if (outcome.error !== null) {
      failures.push({ feed: feedName(feed), reason: outcome.error.message })
      continue
    }
    const { stored, unread } = outcome
    for (const reason of outcome.faults) faults.push({ feed: feedName(feed), reason })
    isAllRead &&= unread.length === 0
    doneMs += span.toUtc - span.fromUtc
    sum.found += stored.found
    sum.changed += stored.changed
    sum.refused += stored.refused
    onProgress({ done: inDays(doneMs), total: inDays(totalMs) })
  }
  return { ...sum, failures, faults, isComplete: isAllRead && doneMs === totalMs }
}
