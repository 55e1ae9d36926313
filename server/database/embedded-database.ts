import type { Database, Queryable } from './database.ts'
import type { EmbeddedEngine } from './embedded-engine.ts'
import { migrate } from './migrations.ts'
import { toOwnError } from './sql-errors.ts'
import { refuseInsideTransaction, runTransaction } from './transaction.ts'

/** A database over the one session of the embedded engine: whoever comes while a transaction runs waits for its end. */
export async function createEmbeddedDatabase(engine: EmbeddedEngine): Promise<Database> {
  let lastTurn: Promise<unknown> = Promise.resolve()
  const session: Queryable = {
    async query<Row extends object>(text: string, parameters: readonly unknown[] = []) {
      try {
        const rows = await engine.query(text, parameters)
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the statement decides the shape of its rows
        return rows as Row[]
      } catch (error) {
        throw toOwnError(error)
      }
    },
  }
  async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    refuseInsideTransaction(database)
    const turn = lastTurn.then(work)
    lastTurn = turn.catch(() => null)
    return turn
  }
  const database: Database = {
    engine: 'embedded',
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      inTurn(() => session.query<Row>(text, parameters)),
    transaction: (work) => inTurn(() => runTransaction(database, session, work)),
    // The data folder has one process, and that holds every lock.
    holdLock: async () => ({ check: async () => true, release: async () => undefined }),
    close: () => inTurn(() => engine.close()),
  }
  await migrate({ ...session, script: engine.script })
  return database
}
