import type { Queryable } from './database.ts'

/** Such as `2026-11-24T18:02:00.000Z`. */
export const isoOf = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Epoch milliseconds. `extract` is much slower. */
export const utcOf = (column: string): string => `round(date_part('epoch', ${column}) * 1000)`

/** Columns of rows, for `unnest`. */
export function columnsOf<Row extends object>(
  rows: readonly Row[],
  ...names: readonly (keyof Row)[]
): unknown[][] {
  return names.map((name) => rows.map((row) => row[name]))
}

/** Starts from 1 as for `substring`. An array of `bytea` is sent as hexadecimal digits (decision 11). */
export function packBytes(values: readonly Uint8Array[]) {
  const lengths = values.map(({ byteLength }) => byteLength)
  let end = 1
  const starts = lengths.map((length) => {
    const start = end
    end += length
    return start
  })
  return { bytes: Buffer.concat(values), starts, lengths }
}

/** Calls reject with a `DatabaseError`. */
export function createRowsOfSource(table: string, column = 'source') {
  return {
    table,
    sources: async (connection: Queryable): Promise<string[]> => {
      const rows = await connection.query<{ source: string }>(
        `SELECT DISTINCT ${column} AS source FROM ${table}`,
      )
      return rows.map(({ source }) => source)
    },
    /** Returns the number of removed rows. */
    clear: async (connection: Queryable, source: string): Promise<number> =>
      (await connection.query(`DELETE FROM ${table} WHERE ${column} = $1::text RETURNING 1`, [source]))
        .length,
  }
}
