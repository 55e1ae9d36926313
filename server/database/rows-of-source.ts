import type { Queryable } from './database.ts'

/** Which sources the rows of a table come from, and how those of one are removed. Every call can reject with a `DatabaseError`. */
export function createRowsOfSource(table: string, column = 'source') {
  return {
    sources: async (connection: Queryable): Promise<string[]> => {
      const rows = await connection.query<{ source: string }>(
        `SELECT DISTINCT ${column} AS source FROM ${table}`,
      )
      return rows.map(({ source }) => source)
    },
    /** Gives how many rows are gone. */
    clear: async (connection: Queryable, source: string): Promise<number> =>
      (await connection.query(`DELETE FROM ${table} WHERE ${column} = $1::text RETURNING 1`, [source]))
        .length,
  }
}
