import type { Database, HeldLock } from '#server/database/database.ts'
import { migrate, type PrepareSchema } from '#server/database/migrations.ts'
import { toOwnError } from '#server/database/sql-errors.ts'
import { runTransaction } from '#server/database/transaction.ts'
import { DamageError, DatabaseError, StartError } from '#server/errors.ts'

import { createPostgresqlPool, type PostgresqlConnection, type PostgresqlPool } from './pool.ts'

const PROCESS = 'SELECT pg_backend_pid() AS process'
/** Other clients of the pooler can hide that a process is shared. */
const ROUNDS = 5

/** Rejects with a `StartError` if connections share a process: all would hold a lock, and it would outlive its holder. */
async function refuseSharedSessions(pool: PostgresqlPool): Promise<void> {
  const pair = [await pool.connect()]
  try {
    if (!pair[0]?.isPooled) return
    pair.push(await pool.connect())
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const connection of pair) {
        const [row] = await connection.query<{ process: number }>(PROCESS)
        const sameProcess = pair.filter(({ process }) => process === row?.process)
        if (sameProcess.length !== 1 || sameProcess[0] !== connection)
          throw new StartError(
            'The pooler of DATABASE_URL shares connections (transaction mode), so that no server can hold a lock. Set pool_mode = session for this database, or name PostgreSQL itself.',
          )
      }
    }
  } finally {
    for (const connection of pair) connection.release()
  }
}

/** If the holder's machine vanishes, PostgreSQL notices after 10 + 3 × 5 seconds instead of two hours, and frees the lock. */
const SHORT_KEEPALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/** Null if another session holds it. */
async function holdAdvisoryLock(pool: PostgresqlPool, key: number): Promise<HeldLock | null> {
  const connection = await pool.connect()
  try {
    await connection.script(SHORT_KEEPALIVE)
    const [row] = await connection.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [key])
    if (row?.held !== true) {
      connection.release()
      return null
    }
  } catch (error) {
    connection.release(new Error('The lock could not be taken'))
    throw error
  }
  return {
    async check() {
      // A new connection shows the current primary.
      await pool.connect().then(
        (other) => other.release(),
        () => null,
      )
      const [row] = await connection.query<{ process: number }>(PROCESS).catch(() => [])
      return row?.process === connection.process && connection.isCurrent()
    },
    // Closing the connection releases the lock.
    release: async () => connection.release(new Error('The lock is given back')),
  }
}

/** Statements reject until the server answers. Rejects with a `StartError` if this version cannot use it. */
export async function createPostgresqlDatabase(
  url: string,
  statementTimeoutMs?: number,
  prepareSchema: PrepareSchema = migrate,
): Promise<Database> {
  const pool = createPostgresqlPool(url, { statementTimeoutMs })
  let migration: Promise<void> | null = null

  async function withConnection<Result>(
    work: (connection: PostgresqlConnection) => Promise<Result>,
  ): Promise<Result> {
    const connection = await pool.connect()
    return work(connection).finally(() => connection.release())
  }
  async function migrateOnce(): Promise<void> {
    migration ??= refuseSharedSessions(pool)
      .then(() => withConnection(prepareSchema))
      .catch((error: unknown) => {
        migration = null
        throw refusalOf(error instanceof StartError ? error : toOwnError(error))
      })
    await migration
  }
  async function onConnection<Result>(
    work: (connection: PostgresqlConnection) => Promise<Result>,
  ): Promise<Result> {
    await migrateOnce()
    return withConnection(work)
  }
  const database: Database = {
    engine: 'postgresql',
    query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
      onConnection((connection) => connection.query<Row>(text, parameters)),
    transaction: (work) => onConnection((connection) => runTransaction(connection, work)),
    async holdLock(key) {
      await migrateOnce()
      return holdAdvisoryLock(pool, key)
    },
    changeCount: () => null,
    close: () => pool.close(),
  }
  try {
    await migrateOnce()
  } catch (error) {
    if (error instanceof DatabaseError) return database
    await pool.close()
    throw error
  }
  return database
}

/** A silent server or a full disk may recover; a refusal stays. */
function refusalOf(error: Error): Error {
  if (
    error instanceof StartError ||
    error instanceof DamageError ||
    (error instanceof DatabaseError && error.fault !== 'refused')
  )
    return error
  const { cause = error } = error
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new StartError(`PostgreSQL refuses: ${reason}.`, { cause: error })
}
