import type { FastifyBaseLogger } from 'fastify'

import { DatabaseError, storesNothing } from '#server/errors.ts'

import type { Database } from './database.ts'

type Logger = Pick<FastifyBaseLogger, 'warn' | 'info'>

const LOG_AGAIN_MS = 60_000
/** A full disk still has room for some writes. */
const FULL_FOR_MS = 120_000

/** Logs each reason at once, then once a minute. */
export function watchDatabase(database: Database, logger: Logger, clock = () => performance.now()) {
  const loggedAtMs = new Map<string, number>()
  let isFailing = false
  let fullAtMs = -Infinity
  const hasRoom = () => clock() - fullAtMs >= FULL_FOR_MS
  function logFailure(error: DatabaseError): void {
    const reason = error.message
    const nowMs = clock()
    if (nowMs - (loggedAtMs.get(reason) ?? -Infinity) < LOG_AGAIN_MS) return
    loggedAtMs.set(reason, nowMs)
    // The stack is logged only for the first failure.
    const stack = isFailing ? {} : { err: error }
    isFailing = true
    logger.warn({ reason, ...stack }, 'the database fails, and is tried again; npm run doctor tells more')
  }
  async function watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      const result = await work
      if (isFailing && hasRoom()) {
        logger.info('the database works again')
        isFailing = false
        loggedAtMs.clear()
      }
      return result
    } catch (error) {
      if (error instanceof DatabaseError) {
        if (storesNothing(error)) fullAtMs = clock()
        logFailure(error)
      }
      throw error
    }
  }
  const watched: Database = {
    ...database,
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      watch(database.query<Row>(text, parameters)),
    transaction: (work) => watch(database.transaction(work)),
    holdLock: (key) => watch(database.holdLock(key)),
  }
  return {
    database: watched,
    /** False for two minutes after a full disk. */
    hasRoom,
  }
}
