import { type Database, PLAIN_READ, type Queryable } from '#server/database/database.ts'
import { migrate, type PrepareSchema } from '#server/database/migrations.ts'
import { withOwnErrors } from '#server/database/sql-errors.ts'
import { refuseInsideTransaction, runTransaction } from '#server/database/transaction.ts'
import { DatabaseError } from '#server/errors.ts'

import type { CopiedRow, EmbeddedEngine } from './engine.ts'

const TRANSACTIONS_PER_VACUUM = 50

/**
 * Does what a PostgreSQL server does by itself in the background: frees the space of replaced rows, counts rows for the
 * planner, and cuts the write-ahead log. Without it a folder grows with every poll.
 */
async function vacuumAndCheckpoint(session: Queryable): Promise<void> {
  await session.query('CHECKPOINT')
  const tables = await session.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of tables) await session.query(`VACUUM (ANALYZE) ${name}`)
}

/** A database on the single session of the embedded engine. While a transaction runs, everyone else waits. */
export async function createEmbeddedDatabase(
  engine: EmbeddedEngine,
  prepareSchema: PrepareSchema = migrate,
): Promise<Database> {
  let lastTurn: Promise<unknown> = Promise.resolve()
  let transactions = 0
  let changes = 0
  let isClosing = false
  const session: Queryable = {
    async query<Row extends object>(text: string, parameters: readonly unknown[] = []) {
      const rows = await withOwnErrors(engine.query(text, parameters))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement decides the shape of its rows
      return rows as Row[]
    },
  }
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    refuseInsideTransaction(database)
    const turn = lastTurn.then(async () => {
      if (isClosing) throw new DatabaseError('The embedded database is closing.')
      if (engine.reopenIfFailed !== undefined) await withOwnErrors(engine.reopenIfFailed())
      return work()
    })
    lastTurn = turn.catch(() => null)
    return turn
  }
  /** A turn counts as a change at its end, even if it failed: a read that starts after the count sees what it did. */
  const inChangingTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(() =>
      work().finally(() => {
        changes += 1
      }),
    )
  const database: Database = {
    engine: 'embedded',
    query<Row extends object>(text: string, parameters?: readonly unknown[]) {
      const take = PLAIN_READ.test(text) ? inTurn : inChangingTurn
      return take(() => session.query<Row>(text, parameters))
    },
    async copyOut(select) {
      const [row] = await database.query<CopiedRow>(`COPY (${select}) TO '/dev/blob' (FORMAT binary)`)
      if (row === undefined) throw new Error('The embedded database copied nothing')
      return row.copied
    },
    async transaction(work) {
      const result = await inChangingTurn(() => runTransaction(database, session, work))
      transactions += 1
      // If it fails it is tried again later, and the next statement reports what is wrong.
      if (transactions % TRANSACTIONS_PER_VACUUM === 0)
        inTurn(() => vacuumAndCheckpoint(session)).catch(() => null)
      return result
    },
    // Only one process has the data folder open, so it holds every lock.
    holdLock: async () => ({ check: async () => true, release: async () => undefined }),
    changeCount: () => changes,
    // Nobody waits for the queued statements any longer, and they must not delay the end of the process.
    async close() {
      refuseInsideTransaction(database)
      isClosing = true
      await lastTurn
      await engine.close()
    },
  }
  await prepareSchema({
    ...session,
    script: (text) => withOwnErrors(engine.script(text)),
  })
  return database
}
