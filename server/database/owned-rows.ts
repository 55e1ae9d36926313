import { randomUUID } from 'node:crypto'

import { RequestError } from '#server/errors.ts'

import type { Queryable } from './database.ts'

/** Rows that users name. */
interface OwnedTable {
  table: string
  /** SQL of a row in its user's list. */
  entry: string
  /** `a key` */
  noun: string
  /** Per user. */
  most: number
  removal?: 'Delete' | 'Remove'
}

/** A given connection must lock the user. Calls reject with a `DatabaseError`. */
export function createOwnedRows<Entry extends object>(
  database: Queryable,
  { table, entry, noun, most, removal = 'Remove' }: OwnedTable,
) {
  const kind = noun.replace(/^an? /, '')
  /** Rejects with a `RequestError` 409 if another row has the name. */
  async function refuseTaken(
    connection: Queryable,
    userId: number,
    name: string,
    id: string | null = null,
  ): Promise<void> {
    const others = await connection.query(
      `SELECT id FROM ${table} WHERE user_id = $1 AND name = $2 AND id IS DISTINCT FROM $3::uuid`,
      [userId, name, id],
    )
    if (others.length > 0) throw new RequestError(409, `You already have ${noun} with this name.`)
  }
  return {
    refuseTaken,

    /** By name. */
    list: (userId: number): Promise<Entry[]> =>
      database.query<Entry>(`SELECT ${entry} FROM ${table} WHERE user_id = $1 ORDER BY lower(name), name`, [
        userId,
      ]),

    /** Rejects with a `RequestError` 409 if the name is taken, or the user has `most` rows. */
    async add(
      connection: Queryable,
      userId: number,
      columns: Readonly<Record<string, unknown>> & { name: string },
    ): Promise<Entry> {
      await refuseTaken(connection, userId, columns.name)
      const kept = await connection.query(`SELECT id FROM ${table} WHERE user_id = $1`, [userId])
      if (kept.length >= most)
        throw new RequestError(
          409,
          `You have ${most} ${kind}s, which is the most you can keep. ${removal} one first.`,
        )
      const names = ['id', 'user_id', ...Object.keys(columns)]
      const [row] = await connection.query<Entry>(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})
         RETURNING ${entry}`,
        [randomUUID(), userId, ...Object.values(columns)],
      )
      if (row === undefined) throw new Error('An added row was not returned')
      return row
    },

    /** Rejects with a `RequestError` 404 if the user has no such row. */
    remove: async (userId: number, id: string, connection: Queryable = database): Promise<void> => {
      const rows = await connection.query(
        `DELETE FROM ${table} WHERE id = $1::uuid AND user_id = $2 RETURNING id`,
        [id, userId],
      )
      if (rows.length === 0) throw new RequestError(404, `There is no such ${kind}.`)
    },
  }
}
