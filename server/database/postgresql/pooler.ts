import { StartError } from '#server/errors.ts'

import type { PostgresqlPool } from './pool.ts'

/** Which process of PostgreSQL serves a connection. */
export const PROCESS = 'SELECT pg_backend_pid() AS process'
/** Other clients of the pooler can hide once that a process is shared. */
const ROUNDS = 5

/**
 * Rejects with a `StartError` behind a pooler that lets connections share a process of PostgreSQL, as PgBouncer does in transaction mode:
 * a lock would then be held by all of them, and stay when its holder has gone.
 */
export async function refuseSharedSessions(pool: PostgresqlPool): Promise<void> {
  const first = await pool.connect('look at the pooler')
  try {
    if (!first.isPooled) return
    const second = await pool.connect('look at the pooler')
    try {
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const connection of [first, second]) {
          const other = connection === first ? second : first
          const [row] = await connection.query<{ process: number }>(PROCESS)
          if (row?.process !== connection.process || row.process === other.process)
            throw new StartError(
              'The pooler of DATABASE_URL shares connections (transaction mode), so that no server can hold a lock. Set pool_mode = session for this database, or name PostgreSQL itself.',
            )
        }
      }
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}
