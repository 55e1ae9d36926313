import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { DatabaseError } from '#server/errors.ts'

import type { Leadership } from './leadership.ts'

const LEADER_CHECK_MS = 1000
/** Doubles with each failure in a row, up to the usual wait. */
const AFTER_FAILURE_MS = 5000
const LOG_DATABASE_EVERY_MS = 60_000

/** Rejects when the signal aborts. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

const waitByTimer: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal, ref: false })

/** For work of one process at a time; the process can change. */
export interface LeaderParts {
  leadership: Pick<Leadership, 'isLeader'>
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>
  wait?: Wait | undefined
}

interface LeaderWork extends LeaderParts {
  name: string
  /** Logs a known failure and returns the wait, ms, after this many in a row; null for other failures. */
  handleFailure?: (error: unknown, failures: number) => number | null
}

/** Waits `everyMs`, or as long as the work returns. Logs failures, database failures once a minute; never rejects. */
export async function repeatAsLeader(
  { name, leadership, logger, handleFailure, wait = waitByTimer }: LeaderWork,
  work: (signal: AbortSignal) => Promise<number | void>,
  everyMs: number,
  signal: AbortSignal,
): Promise<void> {
  let failures = 0
  let loggedAtMs = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    let waitMs = LEADER_CHECK_MS
    try {
      if (leadership.isLeader()) waitMs = (await work(signal)) ?? everyMs
      failures = 0
      loggedAtMs = Number.NEGATIVE_INFINITY
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      const ownWaitMs = handleFailure?.(error, failures) ?? null
      waitMs = ownWaitMs ?? Math.min(everyMs, AFTER_FAILURE_MS * 2 ** (failures - 1))
      if (!(error instanceof DatabaseError)) {
        if (ownWaitMs === null) logger.error({ err: error }, `${name} failed`)
      } else if (performance.now() - loggedAtMs >= LOG_DATABASE_EVERY_MS) {
        loggedAtMs = performance.now()
        logger.warn({ reason: error.message }, `${name}: the database failed`)
      }
    }
    await wait(Math.max(0, waitMs), signal).catch(() => null)
  }
}
