import { columnsOf } from '#server/database/columns-of.ts'
import type { Database, Queryable, Transaction } from '#server/database/database.ts'
import type { SeriesKey } from '#server/series/series.ts'

import { type IdOf, keyText } from './patches.ts'

/** Numbers of the series in the database, remembered once they are committed: they never change. */
export function createSeriesIds(database: Database) {
  let known: ReadonlyMap<string, number> = new Map()

  async function load(connection: Queryable): Promise<ReadonlyMap<string, number>> {
    const rows = await connection.query<SeriesKey & { id: number }>(
      'SELECT id, area, quantity, kind FROM series',
    )
    return new Map(rows.map((row) => [keyText(row), row.id]))
  }
  return {
    /** The numbers of series; a series that is not stored yet has none. */
    async find(keys: readonly SeriesKey[]): Promise<(key: SeriesKey) => number | undefined> {
      if (keys.some((key) => !known.has(keyText(key)))) known = await load(database)
      const ids = known
      return (key) => ids.get(keyText(key))
    },
    /** The numbers of series, made inside a transaction where they are missing. */
    async findOrMake(connection: Transaction, keys: readonly SeriesKey[]): Promise<IdOf> {
      let ids = known
      if (keys.some((key) => !known.has(keyText(key)))) {
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
        ids = await load(connection)
        connection.afterCommit(() => {
          known = ids
        })
      }
      return (key) => {
        const id = ids.get(keyText(key))
        if (id === undefined) throw new Error(`The series ${keyText(key)} has no id`)
        return id
      }
    },
  }
}
