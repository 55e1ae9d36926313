import type { Config } from '#server/config.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { StartError } from '#server/errors.ts'
import { raiseRevision } from '#server/series/revision.ts'
import { filesOf } from '#server/series/series.ts'

/** Values of CSV files, and runs made from them without a source, stand beside those of any source. */
const ANY_KIND: ReadonlySet<string> = new Set(['csv', 'none'])

/** Rejects with a `StartError` where values are stored that must not stand beside those of `SOURCE`: invented ones would be taken for real. */
export async function requireOneKindOfSource(
  database: Queryable,
  { SOURCE, DATABASE_URL }: Pick<Config, 'SOURCE' | 'DATABASE_URL'>,
): Promise<void> {
  const rows = await database.query<{ source: string }>(
    `SELECT source FROM chunk UNION SELECT source FROM forecast_run
     UNION SELECT model FROM weather_version WHERE model = 'demo' ORDER BY source`,
  )
  const kinds = rows.map(({ source }) => source).filter((source) => !ANY_KIND.has(source))
  const other = kinds.find((source) => (source === 'demo') !== (SOURCE === 'demo'))
  if (other === undefined) return
  const source = other.replace(filesOf(''), '')
  const way = other === 'demo' ? 'Remove them with npm run clear-demo' : `Set SOURCE=${source}`
  const place = DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL'
  throw new StartError(
    `The database holds values of SOURCE=${source}, which must not stand beside those of SOURCE=${SOURCE}. ${way}, or name another database with ${place}.`,
  )
}

/** Removes what came from the demo source, with the runs and messages that were made from it. Gives how many runs and months of series are gone. */
export function clearDemo(database: Database): Promise<{ months: number; runs: number }> {
  return database.transaction(async (connection) => {
    const remove = async (table: string, where: string) =>
      (await connection.query(`DELETE FROM ${table} WHERE ${where} RETURNING 1`)).length
    const months = await remove('chunk', "source = 'demo'")
    const runs = await remove('forecast_run', "source = 'demo'")
    for (const table of ['forecast_version', 'ingestion_state', 'published_part'])
      await remove(table, "source = 'demo'")
    await remove('weather_version', "model = 'demo'")
    if (months > 0 || runs > 0) {
      await remove('alert_message', 'ended_at IS NULL')
      await connection.query('UPDATE alert_rule SET is_crossed = NULL')
    }
    await raiseRevision(connection)
    return { months, runs }
  })
}
