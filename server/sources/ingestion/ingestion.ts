import type { Registry } from 'prom-client'

import { DAY_MS, type Span } from '#contract/time.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { noteDelays } from '#server/series/store/actual-delays.ts'
import type { SeriesStore } from '#server/series/store/series-store.ts'
import { createReadState, type ReadState } from '#server/sources/read-state.ts'
import { type Feed, feedName, type FeedSpan, newestFirst, type Source } from '#server/sources/source.ts'

import {
  createRefusedSpans,
  cutAt,
  type RefusedSpans,
  settledDays,
  settledUntilUtc,
  spansToReadAgain,
  UP_TO_DATE_DAYS,
  wantedSpans,
} from './plan.ts'
import { createFillReadiness, createProgressCounter, nextOutage } from './progress.ts'
import type { Outage, Progress, ProgressCounter } from './progress.ts'
import { createArchiveReader } from './read-archive.ts'
import { readSpans, type ReadSpansParts, type SpanOutcome } from './read-spans.ts'
import { createIngestionMetrics, logFaults } from './store-values.ts'

/** Share of the interval: servers do not all ask in the same second. */
const JITTER = 0.02
/** So many failures in a row, for any reason, mean that the source as a whole is down. */
const FAILURES_OF_A_SOURCE = 4
/** One request covers it. */
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

/** Fills the past, newest first, then reads new values at every poll. */
export function createIngestion(parts: IngestionParts) {
  const { source, database, clock, backfillDays } = parts
  const state = createReadState(database, source.name, feedName)
  const metrics = createIngestionMetrics(parts.registry, source)
  const progress = createProgressCounter(parts.onProgress)
  const refused = createRefusedSpans(source.pollIntervalMs)
  const missingSpans = createMissingSpans(state)
  const reading = { ...parts, state, metrics, progress, refused, missingSpans }
  const readArchive = source.archive === null ? null : createArchiveReader(source.archive, reading)
  const outage = createOutageWatch(reading)
  let missingDaysBefore = Infinity

  /** Newest values first, older ones until the next poll is due. Returns the start of the next round. */
  async function round(signal: AbortSignal): Promise<number> {
    const time = beginRound(parts)
    const { startedAt } = time
    const plan = { source, now: startedAt, backfillDays }
    const wanted = wantedSpans(plan)
    const fromArchive = async (spans: readonly FeedSpan[]) => {
      if (readArchive === null || time.isOver()) return
      for await (const read of readArchive(spans, outage.current()?.sinceUtc ?? null, signal)) {
        progress.add(settledDays(source, read, time.settledUntil))
        if (time.isOver()) return
      }
    }
    const nextTryUtc = await outage.probe(wanted, signal)
    const missing = await missingSpans.find(wanted, startedAt)
    if (nextTryUtc !== null) {
      await fromArchive(missing)
      return nextTryUtc
    }
    const missingDays = settledDays(source, missing, time.settledUntil)
    progress.setRemaining(missingDays)
    // Values that the source lacks must not hold up the rest.
    const isFilling = missingDays > UP_TO_DATE_DAYS && missingDaysBefore - missingDays > UP_TO_DATE_DAYS
    const again = isFilling ? [] : await state.notReadOnDay(spansToReadAgain(plan), startedAt)
    missingDaysBefore = missingDays

    const requests = createRequests(reading, time, signal)
    const [old, recent] = cutAt(missing, startedAt - (source.archive?.newestAgeMs ?? Infinity))
    await requests.read(newestFirst(source, recent))
    await noteDelays({ ...parts, source: source.name }, requests.polled(), startedAt)
    if (requests.failure() === null) {
      await fromArchive(old)
      const left = old.length === 0 ? [] : await state.missing(old, startedAt)
      await requests.read(newestFirst(source, left), newestFirst(source, again))
    }
    const failure = requests.failure()
    if (failure !== null) {
      missingSpans.beginAgain()
      return outage.fail(failure)
    }
    return requests.isCutShort() ? clock() : nextPollAt(source.pollIntervalMs, startedAt)
  }

  return {
    /** Never rejects. */
    run: (signal: AbortSignal): Promise<void> =>
      repeatAsLeader(
        { ...parts, name: 'ingestion' },
        async () => (await round(signal)) - clock(),
        source.pollIntervalMs,
        signal,
      ),
    /** Null unless this process fills the past. */
    progress: progress.current,
    /** Null while the source gives this process values. */
    outage: outage.current,
    readiness: createFillReadiness({ ...parts, state, progress: progress.current, outage: outage.current }),
  }
}

type MissingSpans = ReturnType<typeof createMissingSpans>

/** Missing spans include silent hours at the start and after an outage: the source may have been half down. */
function createMissingSpans(state: ReadState<Feed>) {
  /** By feed: requested down to this moment since the start or an outage. */
  const requestedDownTo = new Map<string, number>()
  const downTo = (feed: Feed) => requestedDownTo.get(feedName(feed)) ?? Infinity
  return {
    beginAgain: (): void => requestedDownTo.clear(),
    markRequested: ({ feed, span }: FeedSpan): void =>
      void requestedDownTo.set(feedName(feed), Math.min(downTo(feed), span.fromUtc)),
    async find(wanted: readonly FeedSpan[], utc: number): Promise<FeedSpan[]> {
      const parts = (cut: (span: Span, utc: number) => Span) =>
        wanted.map(({ feed, span }) => ({
          feed,
          span: cut(span, Math.max(span.fromUtc, Math.min(span.toUtc, downTo(feed)))),
        }))
      const before = parts((span, toUtc) => ({ ...span, toUtc }))
      const after = parts((span, fromUtc) => ({ ...span, fromUtc }))
      return [...(await state.missingOrSilent(before, utc)), ...(await state.missing(after, utc))]
    },
  }
}

function createOutageWatch(reading: ReadSpansParts & Pick<IngestionParts, 'logger'>) {
  let outage: Outage | null = null

  function fail(message: string): number {
    outage = nextOutage(outage, message, reading.clock())
    return outage.nextTryUtc
  }

  return {
    current: (): Outage | null => outage,
    fail,
    /** Requests one day of the next feed. Returns the time of the next try, null if the source is up. */
    async probe(wanted: readonly FeedSpan[], signal: AbortSignal): Promise<number | null> {
      if (outage === null) return null
      const turn = outage.tries % wanted.length
      const spans = wanted.slice(turn, turn + 1).map(({ feed, span: { toUtc } }) => ({
        feed,
        span: { fromUtc: toUtc - PROBE_MS, toUtc },
      }))
      for await (const outcome of readSpans(spans, { ...reading, tries: 1 }, signal)) {
        logOutcome(reading.logger, outcome)
        if (outcome.error !== null) return fail(outcome.error.message)
      }
      outage = null
      return null
    },
  }
}

type Round = ReturnType<typeof beginRound>

/** Work on the past ends when the next poll is due, after a slow poll as late as that one took, or when another process leads. */
function beginRound({ source, clock, leadership }: Pick<IngestionParts, 'source' | 'clock' | 'leadership'>) {
  const { pollIntervalMs } = source
  const startedAt = clock()
  let dueAt: number | null = null
  const isPollDue = () => {
    const now = clock()
    dueAt ??= now + Math.max(startedAt + pollIntervalMs - now, now - startedAt)
    return now >= dueAt
  }
  return {
    startedAt,
    settledUntil: settledUntilUtc(source, startedAt),
    isPollDue,
    isOver: () => !leadership.isLeader() || isPollDue(),
  }
}

interface RequestParts extends ReadSpansParts, Pick<LeaderParts, 'leadership'> {
  logger: IngestionParts['logger']
  progress: ProgressCounter
  refused: RefusedSpans
  missingSpans: Pick<MissingSpans, 'markRequested'>
}

/** Ends when the source is down, the next poll is due, or another process leads. */
function createRequests(
  parts: RequestParts,
  { startedAt, settledUntil, isPollDue }: Round,
  signal: AbortSignal,
) {
  const { source, clock, logger, leadership, progress, refused, missingSpans } = parts
  const polled = new Set<Feed>()
  let isCutShort = false
  let failuresInARow = 0
  let lastFailure = ''
  const isDown = () => failuresInARow >= Math.min(FAILURES_OF_A_SOURCE, source.feeds.length)

  function* due(lists: readonly Iterable<FeedSpan>[]): Generator<FeedSpan> {
    for (const list of lists)
      for (const next of list) {
        isCutShort = next.span.toUtc <= settledUntil && isPollDue()
        if (isCutShort || isDown() || !leadership.isLeader()) return
        if (!refused.isResting(next, startedAt)) yield next
      }
  }

  function recordOutcome(outcome: SpanOutcome): void {
    logOutcome(logger, outcome)
    const { wanted, error } = outcome
    if (error !== null) {
      failuresInARow += 1
      lastFailure = error.message
      if (!error.isTransient) refused.add(wanted, clock())
      return
    }
    failuresInARow = 0
    missingSpans.markRequested(wanted)
    if (outcome.unread.length === 0) refused.remove(wanted)
    const { feed, span } = wanted
    if (span.toUtc > settledUntil && feed.kind === 'actual') polled.add(feed)
    // The newest hours are requested at every poll anyway.
    for (const unread of outcome.unread)
      if (unread.toUtc < settledUntil) refused.add({ feed, span: unread }, clock())
    progress.add(settledDays(source, [wanted], settledUntil))
  }

  return {
    async read(...lists: Iterable<FeedSpan>[]): Promise<void> {
      for await (const outcome of readSpans(due(lists), parts, signal)) recordOutcome(outcome)
    },
    polled: () => [...polled],
    /** Older values wait for the next poll. */
    isCutShort: () => isCutShort,
    failure: () => (isDown() ? lastFailure : null),
  }
}

function logOutcome(logger: IngestionParts['logger'], outcome: SpanOutcome): void {
  const feed = feedName(outcome.wanted.feed)
  if (outcome.error !== null)
    return logger.warn({ feed, reason: outcome.error.message }, 'source could not be read')
  logFaults(logger, outcome.wanted.feed, outcome.faults)
  const { refused } = outcome.stored
  if (refused > 0) logger.warn({ feed, values: refused }, 'source sent impossible values')
}

/** Polls fall on whole intervals, so that a new hour is read soon. */
function nextPollAt(pollIntervalMs: number, startedAt: number): number {
  return (Math.floor(startedAt / pollIntervalMs) + 1 + Math.random() * JITTER) * pollIntervalMs
}
