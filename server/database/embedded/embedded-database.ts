import { type Database, PLAIN_READ, type Queryable } from '#server/database/database.ts'
import { migrate, type PrepareSchema } from '#server/database/migrations.ts'
import { toOwnError } from '#server/database/sql-errors.ts'
import { runTransaction } from '#server/database/transaction.ts'
import { codeOf, DatabaseError } from '#server/errors.ts'

import { CRASHED, type EmbeddedEngine } from './engine.ts'

const TRANSACTIONS_PER_VACUUM = 50

const REOPEN_EVERY_MS = 1000

/** A PostgreSQL server does this itself. Without it, a folder grows with every poll. */
async function vacuumAndCheckpoint(session: Queryable): Promise<void> {
  await session.query('CHECKPOINT')
  const tables = await session.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  )
  for (const { name } of tables) await session.query(`VACUUM (ANALYZE) ${name}`)
}

/** A `DatabaseError` means that the engine's thread has ended. */
const hasEnded = (error: unknown) => error instanceof DatabaseError || codeOf(error) === CRASHED

/** `reopenIfLost` replaces an engine that has ended. */
function createSession(opened: EmbeddedEngine, reopen?: () => Promise<EmbeddedEngine>) {
  let engine = opened
  let isLost = false
  let reopening: Promise<EmbeddedEngine> | null = null
  async function watch<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      isLost ||= hasEnded(error)
      throw toOwnError(error)
    }
  }
  return {
    async query<Row extends object>(text: string, parameters: readonly unknown[] = []) {
      const rows = await watch(engine.query(text, parameters))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement decides the shape of its rows
      return rows as Row[]
    },
    script: (text: string) => watch(engine.script(text)),
    async reopenIfLost(): Promise<void> {
      if (!isLost || reopen === undefined) return
      if (reopening === null) {
        await engine.close().catch(() => null)
        reopening = watch(reopen())
        const forget = () => (reopening = null)
        reopening.then(forget, () => setTimeout(forget, REOPEN_EVERY_MS).unref())
      }
      engine = await reopening
      isLost = false
    },
    close: () => engine.close(),
  }
}

/** One session: during a transaction all other callers wait. */
export async function createEmbeddedDatabase(
  opened: EmbeddedEngine,
  prepareSchema: PrepareSchema = migrate,
  reopen?: () => Promise<EmbeddedEngine>,
): Promise<Database> {
  const session = createSession(opened, reopen)
  let lastTurn: Promise<unknown> = Promise.resolve()
  let transactions = 0
  let changes = 0
  let isClosing = false
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = lastTurn.then(async () => {
      if (isClosing) throw new DatabaseError('The embedded database is closing.')
      await session.reopenIfLost()
      return work()
    })
    lastTurn = turn.catch(() => null)
    return turn
  }
  /** Counts when the turn has ended, even in failure: a read that starts later sees its effect. */
  const inChangingTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    inTurn(() =>
      work().finally(() => {
        changes += 1
      }),
    )
  const database: Database = {
    engine: 'embedded',
    query<Row extends object>(text: string, parameters?: readonly unknown[]) {
      const runInTurn = PLAIN_READ.test(text) ? inTurn : inChangingTurn
      return runInTurn(() => session.query<Row>(text, parameters))
    },
    async transaction(work) {
      const result = await inChangingTurn(() => runTransaction(session, work))
      transactions += 1
      // Tried again later; the next statement reports the failure.
      if (transactions % TRANSACTIONS_PER_VACUUM === 0)
        inTurn(() => vacuumAndCheckpoint(session)).catch(() => null)
      return result
    },
    // Only one process has the data folder open, so it holds every lock.
    holdLock: async () => ({ check: async () => true, release: async () => undefined }),
    changeCount: () => changes,
    // Queued statements have no callers any more.
    async close() {
      isClosing = true
      await lastTurn
      await session.close()
    },
  }
  await prepareSchema(session)
  return database
}
