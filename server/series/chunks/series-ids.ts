import { columnsOf } from '#server/database/columns-of.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import type { SeriesKey } from '#server/series/series.ts'

import { keyText } from './patches.ts'

/** Numbers of the series in the database, remembered once they are committed: they never change. */
export function createSeriesIds(database: Database) {
  const known = new Map<string, number>()
  const remember = (ids: ReadonlyMap<string, number>) => {
    for (const [text, id] of ids) known.set(text, id)
  }

  async function load(connection: Queryable): Promise<Map<string, number>> {
    const rows = await connection.query<SeriesKey & { id: number }>(
      'SELECT id, area, quantity, kind FROM series',
    )
    return new Map(rows.map((row) => [keyText(row), row.id]))
  }
  return {
    /** The ids by `keyText`; a series that is not stored yet is left out. */
    async find(keys: readonly SeriesKey[]): Promise<ReadonlyMap<string, number>> {
      if (keys.some((key) => !known.has(keyText(key)))) remember(await load(database))
      return known
    },
    /** The ids by `keyText`, made inside a transaction where they are missing. */
    async findOrMake(
      connection: Transaction,
      keys: readonly SeriesKey[],
    ): Promise<ReadonlyMap<string, number>> {
      if (keys.every((key) => known.has(keyText(key)))) return known
      const inOrder = [...new Map(keys.map((key) => [keyText(key), key]))].sort(([a], [b]) =>
        a < b ? -1 : 1,
      )
      await connection.query(
        `INSERT INTO series (area, quantity, kind)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[])
         ON CONFLICT (area, quantity, kind) DO NOTHING`,
        columnsOf(
          inOrder.map(([, key]) => key),
          ...(['area', 'quantity', 'kind'] as const),
        ),
      )
      const ids = await load(connection)
      connection.afterCommit(() => remember(ids))
      return ids
    },
  }
}
