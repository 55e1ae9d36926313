import { randomUUID } from 'node:crypto'

import { RequestError } from '#server/errors.ts'

import type { Queryable } from './database.ts'

/** A table of what users keep under names of their own. */
interface OwnedTable {
  table: string
  /** What is selected of a row for the list of its user. */
  entry: string
  /** `a key` */
  noun: string
  /** As many as a user can keep. */
  most: number
}

/** The rows of such a table. Every call rejects with a `DatabaseError` if the database does not answer. */
export function createOwnedRows<Entry extends object>(
  database: Queryable,
  { table, entry, noun, most }: OwnedTable,
) {
  const nameTaken = () => new RequestError(409, `You already have ${noun} with this name.`)
  return {
    nameTaken,

    /** The rows of a user, by name. */
    list: (userId: number): Promise<Entry[]> =>
      database.query<Entry>(`SELECT ${entry} FROM ${table} WHERE user_id = $1 ORDER BY lower(name), name`, [
        userId,
      ]),

    /** Adds a row with these columns. Rejects with a `RequestError` 409 where its name is taken or the user has as many as allowed. */
    async add(
      connection: Queryable,
      userId: number,
      columns: Readonly<Record<string, unknown>> & { name: string },
    ): Promise<Entry> {
      const [kept] = await connection.query<{ count: number; hasName: boolean | null }>(
        `SELECT count(*) AS count, bool_or(name = $2) AS "hasName" FROM ${table} WHERE user_id = $1`,
        [userId, columns.name],
      )
      if (kept?.hasName === true) throw nameTaken()
      if ((kept?.count ?? 0) >= most)
        throw new RequestError(
          409,
          `You have ${most} ${noun.replace(/^an? /, '')}s, which is the most you can keep. Remove one first.`,
        )
      const names = ['id', 'user_id', ...Object.keys(columns)]
      const [row] = await connection.query<Entry>(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
         ON CONFLICT (user_id, name) DO NOTHING RETURNING ${entry}`,
        [randomUUID(), userId, ...Object.values(columns)],
      )
      // Another process may have taken the name meanwhile.
      if (row === undefined) throw nameTaken()
      return row
    },

    /** Returns false if the user has no such row. */
    remove: async (userId: number, id: string): Promise<boolean> => {
      const rows = await database.query(
        `DELETE FROM ${table} WHERE id = $1::uuid AND user_id = $2 RETURNING id`,
        [id, userId],
      )
      return rows.length > 0
    },
  }
}
