import type { Registry } from 'prom-client'

import { DAY_MS } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { noteDelays } from '#server/series/store/actual-delays.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { newestFirst } from '#server/sources/newest-first.ts'
import { createReadState } from '#server/sources/read-state.ts'
import { type Feed, feedName, type FeedSpan, type Source } from '#server/sources/source.ts'

import {
  createRefusedSpans,
  cutAt,
  settledDays,
  settledUntilUtc,
  spansToReadAgain,
  UP_TO_DATE_DAYS,
  wantedSpans,
} from './plan.ts'
import { createFillReadiness, createProgressCounter, nextOutage } from './progress.ts'
import type { Outage, Progress } from './progress.ts'
import { createArchiveReader } from './read-archive.ts'
import { readSpans, type SpanOutcome } from './read-spans.ts'
import { createIngestionMetrics, logFaults } from './store-values.ts'

/** Share of the poll interval by which chance delays a poll, so that not all servers ask in the same second. */
const JITTER = 0.02
/** When this many feeds fail one after the other, for whatever reason, something is wrong with the source as a whole. */
const FAILURES_OF_A_SOURCE = 4
/** One request of a day shows whether a source is back. */
const PROBE_MS = DAY_MS

export interface IngestionParts extends LeaderParts {
  source: Source
  database: Database
  series: SeriesStore
  registry: Registry
  clock: Clock
  backfillDays: number
  onProgress?: (progress: Progress) => void
  retryWaitMs?: number
}

export type Ingestion = ReturnType<typeof createIngestion>

/** Keeps the store filled from any source: the past, newest first, then what is new at every poll. */
export function createIngestion(parts: IngestionParts) {
  const { source, database, clock, logger, leadership, backfillDays } = parts
  const state = createReadState(database, source.name, feedName)
  const metrics = createIngestionMetrics(parts.registry, source)
  const reading = { ...parts, state, metrics }
  const progress = createProgressCounter(parts.onProgress)
  const readArchive = source.archive === null ? null : createArchiveReader(source.archive, reading)
  const refused = createRefusedSpans(source.pollIntervalMs)
  let outage: Outage | null = null
  let missingDaysBefore = Infinity

  /** Returns when the source is tried again. */
  function fail(message: string): number {
    outage = nextOutage(outage, message, clock())
    return outage.nextTryUtc
  }

  /** Asks a source that is down for one day of one feed, the next one at each try. Returns when to try again, null if it is back. */
  async function probe(
    wanted: readonly FeedSpan[],
    tries: number,
    signal: AbortSignal,
  ): Promise<number | null> {
    const next = wanted.slice(tries % wanted.length, (tries % wanted.length) + 1)
    const spans = next.map(({ feed, span: { toUtc } }) => ({
      feed,
      span: { fromUtc: toUtc - PROBE_MS, toUtc },
    }))
    for await (const outcome of readSpans(spans, { ...reading, tries: 1 }, signal)) {
      log(outcome)
      if (outcome.error !== null) return fail(outcome.error.message)
    }
    outage = null
    return null
  }

  /** Reads the newest values of every feed, then older ones until the next poll is due. Returns when to begin the next round. */
  async function round(signal: AbortSignal): Promise<number> {
    const startedAt = clock()
    const settledUntil = settledUntilUtc(source, startedAt)
    const plan = { source, now: startedAt, backfillDays }
    const wanted = wantedSpans(plan)
    const isPollDue = createPollTimer(source.pollIntervalMs, startedAt, clock)
    async function fromArchive(missing: readonly FeedSpan[]): Promise<void> {
      if (readArchive === null || !leadership.isLeader() || isPollDue()) return
      for await (const spans of readArchive(missing, outage?.sinceUtc ?? null, signal)) {
        progress.add(settledDays(source, spans, settledUntil))
        if (isPollDue() || !leadership.isLeader()) return
      }
    }
    const nextTryUtc = outage === null ? null : await probe(wanted, outage.tries, signal)
    if (nextTryUtc !== null) {
      await fromArchive(await state.missing(wanted, startedAt))
      return nextTryUtc
    }
    const missing = await state.missing(wanted, startedAt)
    const missingDays = settledDays(source, missing, settledUntil)
    progress.setRemaining(missingDays)
    // A fill comes first, as long as it gets on: what cannot be had of the past holds nothing up.
    const isFilling = missingDays > UP_TO_DATE_DAYS && missingDaysBefore - missingDays > UP_TO_DATE_DAYS
    const again = isFilling ? [] : await state.notReadOnDay(spansToReadAgain(plan), startedAt)
    missingDaysBefore = missingDays

    let isCutShort = false
    let failuresInARow = 0
    const isDown = () => failuresInARow >= Math.min(FAILURES_OF_A_SOURCE, source.feeds.length)
    function* spansOfThisRound(parts: readonly Iterable<FeedSpan>[]): Generator<FeedSpan> {
      for (const part of parts)
        for (const next of part) {
          isCutShort = next.span.toUtc <= settledUntil && isPollDue()
          if (isCutShort || isDown() || !leadership.isLeader()) return
          if (!refused.isResting(next, startedAt)) yield next
        }
    }

    let lastFailure = ''
    /** Feeds whose newest actual values were asked for. */
    const polled = new Set<Feed>()
    async function readFromSource(...parts: Iterable<FeedSpan>[]): Promise<void> {
      for await (const outcome of readSpans(spansOfThisRound(parts), reading, signal)) {
        log(outcome)
        if (outcome.error === null) {
          failuresInARow = 0
          if (outcome.unread.length === 0) refused.remove(outcome.wanted)
          const { feed } = outcome.wanted
          const isNewest = outcome.wanted.span.toUtc > settledUntil
          if (isNewest && feed.kind === 'actual') polled.add(feed)
          // The newest hours are requested at every poll, whatever was in them.
          for (const span of outcome.unread)
            if (span.toUtc < settledUntil) refused.add({ feed, span }, clock())
          progress.add(settledDays(source, [outcome.wanted], settledUntil))
        } else {
          failuresInARow += 1
          lastFailure = outcome.error.message
          if (!outcome.error.isTransient) refused.add(outcome.wanted, clock())
        }
      }
    }
    const newestAgeMs = source.archive?.newestAgeMs ?? Number.POSITIVE_INFINITY
    const [old, recent] = cutAt(missing, startedAt - newestAgeMs)
    await readFromSource(newestFirst(source, recent))
    await noteDelays({ ...parts, source: source.name }, [...polled], startedAt)
    if (!isDown()) {
      await fromArchive(old)
      const left = old.length === 0 ? [] : await state.missing(old, startedAt)
      await readFromSource(newestFirst(source, left), newestFirst(source, again))
    }
    if (isDown()) return fail(lastFailure)
    return isCutShort ? clock() : nextPollAt(source.pollIntervalMs, startedAt)
  }

  function log(outcome: SpanOutcome): void {
    const feed = feedName(outcome.wanted.feed)
    if (outcome.error !== null)
      return logger.warn({ feed, reason: outcome.error.message }, 'source could not be read')
    logFaults(logger, outcome.wanted.feed, outcome.faults)
    const { refused } = outcome.stored
    if (refused > 0) logger.warn({ feed, values: refused }, 'source sent impossible values')
  }

  return {
    /** Reads the past, then what is new, until aborted. Never rejects. */
    run: (signal: AbortSignal): Promise<void> =>
      repeatAsLeader(
        { ...parts, name: 'ingestion' },
        async () => (await round(signal)) - clock(),
        source.pollIntervalMs,
        signal,
      ),
    /** How far the fill of the past is while it runs in this process, else null. */
    progress: progress.current,
    /** Why this process gets nothing from the source, and since when; null if it gets something. */
    outage: (): Outage | null => outage,
    readiness: createFillReadiness({ ...parts, state, progress: progress.current, outage: () => outage }),
  }
}

/** Says when a round that reads the past must make way for the next poll. After a poll that took long, the past gets as much time. */
function createPollTimer(pollIntervalMs: number, startedAt: number, clock: Clock): () => boolean {
  let dueAt: number | null = null
  return () => {
    const now = clock()
    dueAt ??= now + Math.max(startedAt + pollIntervalMs - now, now - startedAt)
    return now >= dueAt
  }
}

/** Polls begin at whole intervals of the clock, so that a new hour is read soon after it is published. */
function nextPollAt(pollIntervalMs: number, startedAt: number): number {
  return (Math.floor(startedAt / pollIntervalMs) + 1 + Math.random() * JITTER) * pollIntervalMs
}
