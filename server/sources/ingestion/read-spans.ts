import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

import pRetry from 'p-retry'

import type { Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type { ReadState } from '#server/sources/read-state.ts'
import type { Feed, FeedSpan, Fetched } from '#server/sources/source.ts'

import { settledUntilUtc } from './plan.ts'
import { holesOf, storeValues, type StoredValues, type StoreValuesParts } from './store-values.ts'

const DEFAULT_TRIES = 3
/** A longer `Retry-After` ends this round's tries. */
const MAX_WAIT_S = 120

export interface ReadSpansParts extends StoreValuesParts {
  state: ReadState<Feed>
  /** Doubles with each try, times a random 1 to 2. */
  retryWaitMs?: number
  tries?: number
}

function mayRetry(error: Error): boolean {
  return error instanceof SourceError && error.isTransient && (error.retryAfterS ?? 0) <= MAX_WAIT_S
}

function readFeed(
  { feed, span }: FeedSpan,
  { source, metrics, retryWaitMs = 2000, tries = DEFAULT_TRIES }: ReadSpansParts,
  signal: AbortSignal,
): Promise<Fetched> {
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

/** In a row and unreachable. */
const FAILURES_OF_A_SOURCE_DOWN = 4

export type SpanOutcome = { wanted: FeedSpan } & (
  | { stored: StoredValues; unread: readonly Span[]; faults: readonly string[]; error: null }
  | { stored: null; error: SourceError }
)

/** Yields each outcome. An unreachable feed is not tried again. Throws without the database, or when aborted. */
export async function* readSpans(
  spans: Iterable<FeedSpan>,
  parts: ReadSpansParts,
  signal: AbortSignal,
): AsyncGenerator<SpanOutcome> {
  const queue = spans[Symbol.iterator]()
  const unreachable = new Set<Feed>()
  const running = new Map<FeedSpan, Promise<SpanOutcome>>()
  let failuresInARow = 0

  function next(): FeedSpan | null {
    for (;;) {
      if (failuresInARow >= FAILURES_OF_A_SOURCE_DOWN || signal.aborted) return null
      const { value, done } = queue.next()
      if (done === true) return null
      if (!unreachable.has(value.feed)) return value
    }
  }

  try {
    for (;;) {
      while (running.size < parts.source.maxConcurrency) {
        const wanted = next()
        if (wanted === null) break
        running.set(wanted, readSpan(wanted, parts, signal))
      }
      if (running.size === 0) break
      const outcome = await Promise.race(running.values())
      running.delete(outcome.wanted)
      const isUnreachable = outcome.error?.isTransient ?? false
      if (isUnreachable) unreachable.add(outcome.wanted.feed)
      failuresInARow = isUnreachable ? failuresInARow + 1 : 0
      yield outcome
      // Lets requests in, even if source and database answer at once.
      await nextTurn()
    }
    signal.throwIfAborted()
  } finally {
    await Promise.allSettled(running.values())
  }
}

async function readSpan(wanted: FeedSpan, parts: ReadSpansParts, signal: AbortSignal): Promise<SpanOutcome> {
  const { feed, span } = wanted
  const readAtUtc = parts.clock()
  const settledUntil = settledUntilUtc(parts.source, readAtUtc)
  try {
    const fetched = await readFeed(wanted, parts, signal)
    parts.metrics.lastAnswer.set({ source: parts.source.name }, parts.clock() / 1000)
    const stored = await storeValues(wanted, fetched, parts, signal)
    const settled = { fromUtc: span.fromUtc, toUtc: Math.min(span.toUtc, settledUntil) }
    const gaps = {
      unread: fetched.unread,
      holes: parts.source.isDemo ? [] : holesOf(feed, fetched, settled),
      areHolesSaid: fetched.isSilent !== true,
    }
    await parts.state.markRead(feed, settled, readAtUtc, gaps)
    return { wanted, stored, unread: fetched.unread, faults: fetched.faults, error: null }
  } catch (error) {
    if (signal.aborted || !(error instanceof SourceError)) throw error
    return { wanted, stored: null, error }
  }
}
