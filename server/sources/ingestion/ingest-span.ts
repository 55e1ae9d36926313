import { DAY_MS } from '#server/series/series.ts'
import { Registry } from 'prom-client'

import type { MemberCode } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import type { SeriesStore, Span } from '#server/series/series.ts'

import { createFeedReader } from './feed-reader.ts'
import type { ReadResult } from './feed-reader.ts'
import { createIngestionMetrics } from './metrics.ts'
import { newestFirst } from './plan.ts'
import type { Progress } from './progress.ts'
import { readRound } from './round.ts'
import { createIngestionState, feedName } from './state.ts'
import type { Source } from '#server/sources/source.ts'

export interface IngestSpanParts {
  source: Source
  database: Database
  series: SeriesStore
  clock: Clock
  areas: readonly MemberCode[]
  span: Span
  /** Told of days of series, read and in all. */
  onProgress?: (progress: Progress) => void
  retryWaitMs?: number
}

export interface IngestedSpan extends ReadResult {
  /** What could not be read, with the source's reasons. */
  failures: readonly { feed: string; reason: string }[]
  /** Whether every feed was read over the whole span. */
  isComplete: boolean
}

/** Reads one span of some areas from a source, whether it was read before or not. Rejects where the database is away. */
export async function ingestSpan(parts: IngestSpanParts, signal: AbortSignal): Promise<IngestedSpan> {
  const { source, database, series, clock, areas, span, onProgress = () => {}, retryWaitMs = 2000 } = parts
  const metrics = createIngestionMetrics(new Registry())
  const wanted = source.feeds.filter(({ area }) => areas.includes(area)).map((feed) => ({ feed, span }))
  const totalMs = wanted.length * (span.toUtc - span.fromUtc)
  const inDays = (ms: number) => Math.round(ms / DAY_MS)
  let doneMs = 0
  const sum: ReadResult = { found: 0, changed: 0, refused: 0 }
  const failures: { feed: string; reason: string }[] = []
  await readRound(
    newestFirst(source, wanted),
    {
      source,
      state: createIngestionState(database, source.name),
      reader: createFeedReader({ source, series, metrics, clock, retryWaitMs }),
      clock,
      mayGoOn: () => true,
      isResting: () => false,
      onRead(read, result) {
        doneMs += read.span.toUtc - read.span.fromUtc
        sum.found += result.found
        sum.changed += result.changed
        sum.refused += result.refused
        onProgress({ done: inDays(doneMs), total: inDays(totalMs) })
      },
      onFailed: ({ feed }, { message }) => void failures.push({ feed: feedName(feed), reason: message }),
    },
    signal,
  )
  return { ...sum, failures, isComplete: doneMs === totalMs }
}
