import type { FastifyBaseLogger } from 'fastify'

import { DatabaseError } from '#server/errors.ts'

import { type Database, PLAIN_READ } from './database.ts'

type Logger = Pick<FastifyBaseLogger, 'warn' | 'info'>

const LOG_AGAIN_MS = 60_000

/** Logs that the database fails: each reason at once and then once a minute, the stack only of the first; and that it works again. */
function createOutageLog(logger: Logger, clock: () => number) {
  const loggedAtMs = new Map<string, number>()
  let isFailing = false
  return {
    failed(error: DatabaseError): void {
      const reason = error.message
      const nowMs = clock()
      if (nowMs - (loggedAtMs.get(reason) ?? -Infinity) < LOG_AGAIN_MS) return
      loggedAtMs.set(reason, nowMs)
      const stack = isFailing ? {} : { err: error }
      isFailing = true
      logger.warn({ reason, ...stack }, 'the database fails, and is tried again; npm run doctor tells more')
    },
    worked(): void {
      if (isFailing) logger.info('the database works again')
      isFailing = false
    },
  }
}

/** Watches whether a database works and has room for what is written. */
export function watchDatabase(database: Database, logger: Logger, clock = () => performance.now()) {
  const outage = createOutageLog(logger, clock)
  let hasRoom = true
  async function watch<Result>(work: Promise<Result>, isRead: boolean): Promise<Result> {
    try {
      const result = await work
      hasRoom ||= !isRead
      if (hasRoom) outage.worked()
      return result
    } catch (error) {
      if (error instanceof DatabaseError) {
        if (error.fault === 'full') hasRoom = false
        outage.failed(error)
      }
      throw error
    }
  }
  const watched: Database = {
    ...database,
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      watch(database.query<Row>(text, parameters), PLAIN_READ.test(text)),
    copyOut: (select) => watch(database.copyOut(select), true),
    transaction: (work) => watch(database.transaction(work), false),
    holdLock: (key) => watch(database.holdLock(key), true),
  }
  return {
    database: watched,
    /** False from a statement for which the disk of the database had no room until the next write that is stored. */
    hasRoom: (): boolean => hasRoom,
  }
}
