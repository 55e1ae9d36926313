import { columnsOf } from '#server/database/columns.ts'
import type { Queryable } from '#server/database/database.ts'
import type { SeriesKey } from '#server/series/series.ts'

/** Throws if the series was not looked up. */
export type IdOf = (key: SeriesKey) => number

export function keyText({ area, quantity, kind }: SeriesKey): string {
  return `${area} ${quantity} ${kind}`
}

/** Undefined for a series that is not stored. */
export async function findSeries(
  connection: Queryable,
  keys: readonly SeriesKey[],
): Promise<(key: SeriesKey) => number | undefined> {
  const wanted = [...new Map(keys.map((key) => [keyText(key), key])).values()]
  const rows = await connection.query<SeriesKey & { id: number }>(
    `SELECT id, area, quantity, kind FROM unnest($1::text[], $2::text[], $3::text[]) AS wanted (area, quantity, kind)
     JOIN series USING (area, quantity, kind)`,
    columnsOf(wanted, 'area', 'quantity', 'kind'),
  )
  const ids = new Map(rows.map((row) => [keyText(row), row.id]))
  return (key) => ids.get(keyText(key))
}

/** Call it inside a transaction. */
export async function findOrMakeSeries(connection: Queryable, keys: readonly SeriesKey[]): Promise<IdOf> {
  let find = await findSeries(connection, keys)
  const missing = keys.filter((key) => find(key) === undefined)
  if (missing.length > 0) {
    // In one order, so that two processes never wait for each other.
    const inOrder = missing.toSorted((a, b) => (keyText(a) < keyText(b) ? -1 : 1))
    await connection.query(
      `INSERT INTO series (area, quantity, kind)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
       ON CONFLICT (area, quantity, kind) DO NOTHING`,
      columnsOf(inOrder, 'area', 'quantity', 'kind'),
    )
    find = await findSeries(connection, keys)
  }
  return (key) => {
    const id = find(key)
    if (id === undefined) throw new Error(`The series ${keyText(key)} has no id`)
    return id
  }
}
