import { setTimeout as sleep } from 'node:timers/promises'

import pRetry from 'p-retry'

import type { Clock } from '#server/clock.ts'
import { SourceError } from '#server/errors.ts'
import type { SeriesBlock, SeriesStore } from '#server/series/series.ts'

import type { IngestionMetrics } from './metrics.ts'
import type { FeedSpan } from './state.ts'
import { refuseImplausible } from '#server/sources/plausible-values.ts'
import type { Source } from '#server/sources/source.ts'

const TRIES = 3
/** A source that wants us to wait longer is left alone for this round. */
const LONGEST_WAIT_S = 120
/** Values a transaction: the embedded database answers others between two of them. */
const VALUES_PER_WRITE = 40_000

export interface FeedReaderParts {
  source: Source
  series: SeriesStore
  metrics: IngestionMetrics
  clock: Clock
  /** Wait before the second try; it doubles, and is up to twice as long by chance. */
  retryWaitMs?: number
}

export interface ReadResult {
  /** Values that the source gave. */
  found: number
  /** Those that are new or another than what was stored. */
  changed: number
  /** Those that cannot be true and were not stored. */
  refused: number
}

export interface FeedReader {
  /**
   * Reads a span of a feed from the source and stores it. Tries again where that may help. Rejects with the last
   * `SourceError`, or a `DatabaseError`; what is stored stays.
   */
  read(wanted: FeedSpan, signal: AbortSignal): Promise<ReadResult>
}

function mayRetry(error: Error): boolean {
  return error instanceof SourceError && error.isTransient && (error.retryAfterS ?? 0) <= LONGEST_WAIT_S
}

function* inBatches(blocks: readonly SeriesBlock[]): Generator<SeriesBlock[]> {
  let batch: SeriesBlock[] = []
  let values = 0
  for (const block of blocks) {
    if (batch.length > 0 && values + block.powerMw.length > VALUES_PER_WRITE) {
      yield batch
      batch = []
      values = 0
    }
    batch.push(block)
    values += block.powerMw.length
  }
  if (batch.length > 0) yield batch
}

function countValues(blocks: readonly SeriesBlock[]): number {
  return blocks.reduce((sum, { powerMw }) => sum + powerMw.filter((value) => !Number.isNaN(value)).length, 0)
}

/** Brings values from a source into the store, one span of one feed at a time. */
export function createFeedReader({
  source,
  series,
  metrics,
  clock,
  retryWaitMs = 2000,
}: FeedReaderParts): FeedReader {
  function fetchWithRetries({ feed, span }: FeedSpan, signal: AbortSignal): Promise<SeriesBlock[]> {
    const labels = { source: source.name, kind: feed.kind }
    const fetchOnce = () => {
      metrics.fetches.inc(labels)
      return source.fetch(feed, span, signal)
    }
    return pRetry(fetchOnce, {
      retries: TRIES - 1,
      minTimeout: retryWaitMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => mayRetry(error),
      async onFailedAttempt({ error, retriesLeft }) {
        if (signal.aborted) return
        metrics.failures.inc(labels)
        const waitS = error instanceof SourceError ? error.retryAfterS : null
        if (waitS !== null && retriesLeft > 0 && mayRetry(error))
          await sleep(waitS * 1000, undefined, { signal, ref: false })
      },
    })
  }

  return {
    async read(wanted, signal) {
      const { area, kind } = wanted.feed
      const blocks = await fetchWithRetries(wanted, signal)
      const now = clock()
      const checked = blocks.map((block) => refuseImplausible(block, now))
      const refused = checked.reduce((sum, block) => sum + block.refused, 0)
      if (refused > 0) metrics.refusedValues.inc({ source: source.name, area }, refused)
      let changed = 0
      const provenance = { source: source.name, fetchedAtUtc: now }
      for (const batch of inBatches(checked.map(({ block }) => block))) {
        signal.throwIfAborted()
        const { changedSlots } = await series.write(
          batch,
          provenance,
          kind === 'actual' ? 'revise' : 'keep-first',
        )
        metrics.changedValues.inc({ source: source.name, kind }, changedSlots)
        changed += changedSlots
      }
      return { found: countValues(blocks), changed, refused }
    },
  }
}
