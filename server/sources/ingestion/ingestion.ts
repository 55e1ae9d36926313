import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'

import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { createFeedReader } from './feed-reader.ts'
import { createFillReadiness } from './fill-readiness.ts'
import { createIngestionMetrics } from './metrics.ts'
import { newestFirst, settledDays, settledUntilUtc, UP_TO_DATE_DAYS, wantedSpans } from './plan.ts'
import { createProgressCounter } from './progress.ts'
import type { Progress } from './progress.ts'
import { readRound } from './round.ts'
import { createIngestionState, feedName } from './state.ts'
import { createRefusedSpans } from './refused-spans.ts'
import { createSourceProblem } from './source-problem.ts'
import type { Source } from '#server/sources/source.ts'

/** How often a process that does not lead looks whether it does now. */
const LEADER_CHECK_MS = 1000
/** Wait after the database failed; it doubles up to the poll interval. */
const AFTER_FAILURE_MS = 5000
/** Of the poll interval, as a chance delay: many servers shall not ask at the same second. */
const JITTER = 0.02

export interface IngestionParts {
  source: Source
  database: Database
  series: SeriesStore
  registry: Registry
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  /** One process of several reads; it may change. */
  leadership: { isLeader: () => boolean }
  /** How far back the past is filled. */
  backfillDays: number
  onProgress?: (progress: Progress) => void
  /** Wait before a failed fetch is tried again. */
  retryWaitMs?: number
}

export interface Ingestion {
  /** Reads the past, then what is new, until aborted. Never rejects. */
  run(signal: AbortSignal): Promise<void>
  /** The fill of the past while it runs in this process. */
  progress(): Progress | null
  /** Why the source gives nothing to this process, as a sentence; null where it gives something. */
  problem(): string | null
  readiness: ReadinessPart
}

/** Keeps the store filled from a source, whatever it is: the past newest first, then polls. */
export function createIngestion(parts: IngestionParts): Ingestion {
  const { source, database, series, clock, logger, leadership, backfillDays, retryWaitMs = 2000 } = parts
  const state = createIngestionState(database, source.name)
  const metrics = createIngestionMetrics(parts.registry)
  const reader = createFeedReader({ source, series, metrics, clock, retryWaitMs })
  const counter = createProgressCounter(UP_TO_DATE_DAYS, parts.onProgress)
  const refused = createRefusedSpans(source.pollIntervalMs)
  const problem = createSourceProblem(source.feeds.length)

  /** The newest of every feed, then the past until the next poll is due. Returns when to begin the next round. */
  async function round(signal: AbortSignal): Promise<number> {
    const startedAt = clock()
    const settledUntil = settledUntilUtc(source, startedAt)
    const missing = await state.missing(wantedSpans({ source, now: startedAt, backfillDays }))
    counter.setRemaining(settledDays(source, missing, settledUntil))
    const isPollDue = createPollTimer(source.pollIntervalMs, startedAt, clock)
    let isCutShort = false
    problem.begin()
    await readRound(
      newestFirst(source, missing),
      {
        source,
        state,
        reader,
        clock,
        mayGoOn({ span }) {
          isCutShort = span.toUtc <= settledUntil && isPollDue()
          return leadership.isLeader() && !isCutShort
        },
        isResting: (wanted) => refused.isResting(wanted, startedAt),
        onRead(done, result) {
          refused.remove(done)
          problem.read()
          counter.add(settledDays(source, [done], settledUntil))
          if (result.refused > 0)
            logger.warn(
              { feed: feedName(done.feed), values: result.refused },
              'source sent impossible values',
            )
        },
        onFailed(wanted, error) {
          if (!error.isTransient) refused.add(wanted, clock())
          problem.failed(error.message)
          logger.warn({ feed: feedName(wanted.feed), reason: error.message }, 'source could not be read')
        },
      },
      signal,
    )
    return isCutShort ? clock() : nextPollAt(source.pollIntervalMs, startedAt)
  }

  async function run(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      let waitMs = LEADER_CHECK_MS
      try {
        if (leadership.isLeader()) waitMs = (await round(signal)) - clock()
        failures = 0
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof DatabaseError)
          logger.warn({ reason: error.message }, 'database cannot take values')
        else logger.error({ err: error }, 'ingestion failed')
        waitMs = Math.min(source.pollIntervalMs, AFTER_FAILURE_MS * 2 ** failures)
        failures += 1
      }
      // An abort ends the wait, and with it the loop.
      await sleep(Math.max(0, waitMs), undefined, { signal, ref: false }).catch(() => null)
    }
  }

  return {
    run,
    progress: counter.current,
    problem: problem.current,
    readiness: createFillReadiness({ source, state, clock, backfillDays, progress: counter.current }),
  }
}

/**
 * Tells when a round that reads the past must make way for the next poll, from the first time it is asked. A poll that takes
 * long leaves as much time again to the past.
 */
function createPollTimer(pollIntervalMs: number, startedAt: number, clock: Clock): () => boolean {
  let dueAt: number | null = null
  return () => {
    const now = clock()
    dueAt ??= now + Math.max(startedAt + pollIntervalMs - now, now - startedAt)
    return now >= dueAt
  }
}

/** Polls stand on whole intervals of the clock, so that a new hour is there soon after it is published. */
function nextPollAt(pollIntervalMs: number, startedAt: number): number {
  return (Math.floor(startedAt / pollIntervalMs) + 1 + Math.random() * JITTER) * pollIntervalMs
}
