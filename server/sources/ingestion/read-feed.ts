import { setTimeout as sleep } from 'node:timers/promises'

import pRetry from 'p-retry'

import { SourceError } from '#server/errors.ts'
import type { SeriesBlock } from '#server/series/series.ts'
import type { FeedSpan, Source } from '#server/sources/source.ts'

import type { IngestionMetrics } from './metrics.ts'

const DEFAULT_TRIES = 3
/** A source that asks for a longer wait than this is not asked again in this round. */
const MAX_WAIT_S = 120

export interface ReadFeedParts {
  source: Source
  metrics: IngestionMetrics
  /** Wait before the second try. It doubles with every try, and chance makes it up to twice as long. */
  retryWaitMs?: number
  tries?: number
}

function mayRetry(error: Error): boolean {
  return error instanceof SourceError && error.isTransient && (error.retryAfterS ?? 0) <= MAX_WAIT_S
}

/** Asks a source for one span of one feed, and again if that can help. Rejects with the last `SourceError`. */
export function readFeed(
  { feed, span }: FeedSpan,
  { source, metrics, retryWaitMs = 2000, tries = DEFAULT_TRIES }: ReadFeedParts,
  signal: AbortSignal,
): Promise<SeriesBlock[]> {
  const labels = { source: source.name, kind: feed.kind }
  const fetchOnce = () => {
    metrics.fetches.inc(labels)
    return source.fetch(feed, span, signal)
  }
  return pRetry(fetchOnce, {
    retries: tries - 1,
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
