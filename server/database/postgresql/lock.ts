import type { HeldLock } from '#server/database/database.ts'
import { toOwnError, withOwnErrors } from '#server/database/sql-errors.ts'

import type { PostgresqlPool } from './pool.ts'

/**
 * If the holder's machine vanishes, PostgreSQL notices after 10 + 3 × 5 seconds instead of two hours, and frees the lock.
 */
const FIND_THE_DEAD =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3'

/** Takes an advisory lock on a connection that is kept for it. Null if another session holds it. */
export async function holdAdvisoryLock(pool: PostgresqlPool, key: number): Promise<HeldLock | null> {
  const connection = await withOwnErrors(pool.connect())
  try {
    await connection.script(FIND_THE_DEAD)
    const [row] = await connection.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [key])
    if (row?.held !== true) {
      connection.release()
      return null
    }
  } catch (error) {
    connection.release(new Error('The lock could not be taken'))
    throw toOwnError(error)
  }
  return {
    check: () =>
      connection.query('SELECT 1').then(
        () => true,
        () => false,
      ),
    // Closing the connection releases the lock.
    release: async () => connection.release(new Error('The lock is given back')),
  }
}
