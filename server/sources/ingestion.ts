import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'

import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { DatabaseError } from '#server/errors.ts'
import type { ReadinessPart } from '#server/readiness.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { createFeedReader } from './feed-reader.ts'
import { createIngestionMetrics } from './ingestion-metrics.ts'
import { settledDays, settledUntilUtc, newestFirst, wantedSpans } from './ingestion-plan.ts'
import { createProgressCounter } from './ingestion-progress.ts'
import type { Progress } from './ingestion-progress.ts'
import { readRound } from './ingestion-round.ts'
import { createIngestionState, feedName } from './ingestion-state.ts'
import { createRefusedSpans } from './refused-spans.ts'
import type { Source } from './source.ts'

/** How often a process that does not lead looks whether it does now. */
const LEADER_CHECK_MS = 1000
const AFTER_DATABASE_FAILURE_MS = 5000
/** Of the poll interval, as a chance delay: many servers shall not ask at the same second. */
const JITTER = 0.02
/** A source that lacks no more than this is up to date. */
const UP_TO_DATE_DAYS = 0.25

export interface IngestionParts {
  source: Source
  database: Database
  series: SeriesStore
  registry: Registry
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** One process of several reads; it may change. */
  leadership: { isLeader(): boolean }
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
  readiness: ReadinessPart
}

/** Keeps the store filled from a source, whatever it is: the past newest first, then polls. */
export function createIngestion(parts: IngestionParts): Ingestion {
  const { source, database, series, clock, logger, leadership, backfillDays } = parts
  const state = createIngestionState(database, source.name)
  const metrics = createIngestionMetrics(parts.registry)
  const reader = createFeedReader({ source, series, metrics, clock, retryWaitMs: parts.retryWaitMs ?? 2000 })
  const counter = createProgressCounter(UP_TO_DATE_DAYS, parts.onProgress)
  const refused = createRefusedSpans(source.pollIntervalMs)
  let isFilled = false

  async function missingDays(): Promise<number> {
    const now = clock()
    const missing = await state.missing(wantedSpans({ source, now, backfillDays }))
    return settledDays(source, missing, settledUntilUtc(source, now))
  }

  /** One round: the newest of every feed, then the past until the next poll is due. Returns when to begin the next. */
  async function round(signal: AbortSignal): Promise<number> {
    const startedAt = clock()
    const settledUntil = settledUntilUtc(source, startedAt)
    const missing = await state.missing(wantedSpans({ source, now: startedAt, backfillDays }))
    counter.setRemaining(settledDays(source, missing, settledUntil))
    // A poll that takes long leaves as much time again to the past.
    let pollDueAt: number | null = null
    let isCutShort = false
    await readRound(
      newestFirst(source, missing),
      {
        source,
        state,
        reader,
        clock,
        mayGoOn({ span }) {
          if (!leadership.isLeader()) return false
          if (span.toUtc > settledUntil) return true
          const pollMs = clock() - startedAt
          pollDueAt ??= clock() + Math.max(source.pollIntervalMs - pollMs, pollMs)
          isCutShort = clock() >= pollDueAt
          return !isCutShort
        },
        isResting: (wanted) => refused.isResting(wanted, startedAt),
        onRead(done, result) {
          refused.remove(done)
          counter.add(settledDays(source, [done], settledUntil))
          if (result.refused > 0)
            logger.warn(
              { feed: feedName(done.feed), values: result.refused },
              'source sent impossible values',
            )
        },
        onFailed(wanted, error) {
          if (!error.isTransient) refused.add(wanted, clock())
          logger.warn({ feed: feedName(wanted.feed), reason: error.message }, 'source could not be read')
        },
      },
      signal,
    )
    return isCutShort ? clock() : nextPollAt(startedAt)
  }

  /** Polls stand on whole intervals of the clock, so that a new hour is there soon after it is published. */
  function nextPollAt(startedAt: number): number {
    const interval = source.pollIntervalMs
    return (Math.floor(startedAt / interval) + 1 + Math.random() * JITTER) * interval
  }

  async function roundOrWait(signal: AbortSignal): Promise<void> {
    try {
      const nextAt = await round(signal)
      await sleep(Math.max(0, nextAt - clock()), undefined, { signal, ref: false })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof DatabaseError)
        logger.warn({ reason: error.message }, 'ingestion waits for the database')
      else logger.error({ err: error }, 'ingestion failed')
      await sleep(AFTER_DATABASE_FAILURE_MS, undefined, { signal, ref: false })
    }
  }

  return {
    async run(signal) {
      while (!signal.aborted) {
        try {
          if (leadership.isLeader()) await roundOrWait(signal)
          else await sleep(LEADER_CHECK_MS, undefined, { signal, ref: false })
        } catch (error) {
          if (!signal.aborted) throw error
        }
      }
    },
    progress: () => counter.current(),
    readiness: {
      name: 'values',
      async check() {
        const progress = counter.current()
        const running = progress === null ? {} : { progress }
        if (!source.isDemo || isFilled)
          return { isReady: true, message: progress === null ? 'up to date' : 'reading the past', ...running }
        try {
          isFilled = (await missingDays()) <= UP_TO_DATE_DAYS
        } catch (error) {
          if (!(error instanceof DatabaseError)) throw error
          return { isReady: false, message: 'the database does not answer' }
        }
        return { isReady: isFilled, message: isFilled ? 'up to date' : 'first fill is running', ...running }
      },
    },
  }
}
