import type { Database, Queryable, Transaction } from '#server/database/database.ts'

/** Counts committed changes of the data behind answers, over all processes on one database. */
export type Revision = ReturnType<typeof createRevision>

/** Call it last in a transaction: other writers wait for its end. */
export async function raiseRevision(connection: Transaction): Promise<void> {
  await connection.query('UPDATE revision SET number = number + 1')
  connection.afterCommit(() => {
    ownChanges += 1
  })
}

const MAX_AGE_MS = 1000
/** Commits of this process: a number read before one is out of date. */
let ownChanges = 0

export const readRevision = async (connection: Queryable): Promise<number> => {
  const [row] = await connection.query<{ number: number }>('SELECT number FROM revision')
  return row?.number ?? 0
}

export function createRevision(database: Database) {
  let last: { number: Promise<number>; atMs: number; changes: number } | null = null
  const revision = {
    /** Key of cached answers: exact if the database counts changes, and for own changes; else at most a second old. */
    current(): Promise<number> {
      const atMs = performance.now()
      const allChanges = database.changeCount()
      const changes = allChanges ?? ownChanges
      const maxAgeMs = allChanges === null ? MAX_AGE_MS : Number.POSITIVE_INFINITY
      if (last && last.changes === changes && atMs - last.atMs < maxAgeMs) return last.number
      const reading = { number: readRevision(database), atMs, changes }
      last = reading
      // A failed read affects only its waiting callers.
      reading.number.catch(() => {
        if (last === reading) last = null
      })
      return reading.number
    },
    /** The current one, read again if a caller has `seen` a newer one at another server. */
    async atLeast(seen: number): Promise<number> {
      const number = await revision.current()
      if (number >= seen) return number
      last = null
      return revision.current()
    },
  }
  return revision
}
