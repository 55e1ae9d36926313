import type { FastifyBaseLogger } from 'fastify'

import { type Database, PLAIN_READ, type Queryable } from '#server/database/database.ts'

import { createPostgresqlPool } from './pool.ts'

interface StandByReadsParts {
  /** Of the stand-by, or of a proxy before several. */
  url: string
  /** Counts changes. A stand-by with a smaller count is not read. */
  newest: () => Promise<number>
  countOf: (connection: Queryable) => Promise<number>
  /** Meanwhile no statement waits for a failed stand-by. */
  pauseMs?: number
  onRead: (from: 'stand-by' | 'primary') => void
  logger: Pick<FastifyBaseLogger, 'warn' | 'info'>
}

const PAUSE_MS = 10_000

/** Plain reads on a stand-by that has all changes known here. If it lags or fails, the primary answers. Throws a `StartError` for an invalid address. */
export function createStandByReads(primary: Database, parts: StandByReadsParts): Database {
  const { url, newest, countOf, pauseMs = PAUSE_MS, onRead, logger } = parts
  const pool = createPostgresqlPool(url, { isForReads: true })
  let isFailing = false
  let pausedUntilMs = -Infinity

  /** Null from a stand-by that lags behind or fails. */
  async function readThere<Row extends object>(...statement: Statement): Promise<Row[] | null> {
    if (performance.now() < pausedUntilMs) return null
    const least = await newest()
    try {
      const connection = await pool.connect()
      const read = async () =>
        (await countOf(connection)) < least ? null : connection.query<Row>(...statement)
      const rows = await read().finally(() => connection.release())
      if (isFailing) logger.info('the stand-by of DATABASE_READ_URL works again')
      isFailing = false
      return rows
    } catch (error) {
      pausedUntilMs = performance.now() + pauseMs
      const reason = error instanceof Error ? error.message : String(error)
      if (!isFailing) logger.warn({ reason }, 'the stand-by of DATABASE_READ_URL fails; the primary answers')
      isFailing = true
      return null
    }
  }

  return {
    ...primary,
    async query<Row extends object>(...statement: Statement) {
      if (!PLAIN_READ.test(statement[0])) return primary.query<Row>(...statement)
      const rows = await readThere<Row>(...statement)
      onRead(rows === null ? 'primary' : 'stand-by')
      return rows ?? primary.query<Row>(...statement)
    },
    /** Closes only the stand-by's connections. */
    close: () => pool.close(),
  }
}

type Statement = Parameters<Queryable['query']>
