import { forgetAlertsUnderWay } from '#server/alerts/watch-store.ts'
import type { Config } from '#server/config.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { StartError } from '#server/errors.ts'
import { RUNS_OF_SOURCE } from '#server/forecast/runs/kept/run-store.ts'
import { CHUNKS_OF_SOURCE } from '#server/series/chunks/write-chunks.ts'
import { raiseRevision } from '#server/series/revision.ts'
import { filesOf } from '#server/series/series.ts'
import { DELAYS_OF_SOURCE } from '#server/series/store/actual-delays.ts'
import { VERSIONS_OF_SOURCE } from '#server/series/store/forecast-version-table.ts'
import { WEATHER_OF_MODEL } from '#server/series/store/weather-store.ts'
import { PARTS_OF_SOURCE } from '#server/sources/read-feed.ts'
import { HOLES_OF_SOURCE, STATE_OF_SOURCE } from '#server/sources/read-state.ts'
import { readStateName } from '#server/sources/weather/fill-past.ts'

/** Tables whose rows name their source. */
export const ROWS_OF_SOURCE = [
  CHUNKS_OF_SOURCE,
  RUNS_OF_SOURCE,
  VERSIONS_OF_SOURCE,
  WEATHER_OF_MODEL,
  PARTS_OF_SOURCE,
  STATE_OF_SOURCE,
  HOLES_OF_SOURCE,
  DELAYS_OF_SOURCE,
]

/** CSV values, and runs made without a source, may be mixed with any source. */
const mayBeMixed = (source: string) => source === 'csv' || source === 'none'

/** Rejects with a `StartError` if demo data would be mixed with real data: it would be taken for real. */
export async function requireOneKindOfSource(
  database: Queryable,
  { SOURCE, DATABASE_URL }: Pick<Config, 'SOURCE' | 'DATABASE_URL'>,
): Promise<void> {
  const [chunks, runs, models] = await Promise.all(
    [CHUNKS_OF_SOURCE, RUNS_OF_SOURCE, WEATHER_OF_MODEL].map((rows) => rows.sources(database)),
  )
  const isDemoWeather = models?.includes('demo') === true
  const sources = [...(chunks ?? []), ...(runs ?? []), ...(isDemoWeather ? ['demo'] : [])].toSorted()
  const other = sources.find((source) => !mayBeMixed(source) && (source === 'demo') !== (SOURCE === 'demo'))
  if (other === undefined) return
  const source = other.replace(filesOf(''), '')
  const way = other === 'demo' ? 'Remove them with npm run clear-demo' : `Set SOURCE=${source}`
  const place = DATABASE_URL === undefined ? 'DATA_DIR' : 'DATABASE_URL'
  throw new StartError(
    `The database holds values of SOURCE=${source}, which must not stand beside those of SOURCE=${SOURCE}. ${way}, or name another database with ${place}.`,
  )
}

/** Also removes the runs and messages made from it. Returns the removed runs and months of series. */
export function clearDemo(database: Database): Promise<{ months: number; runs: number }> {
  return database.transaction(async (connection) => {
    const gone = new Map<string, number>()
    for (const rows of ROWS_OF_SOURCE)
      for (const name of ['demo', readStateName({ name: 'demo', model: 'demo' })])
        gone.set(rows.table, (gone.get(rows.table) ?? 0) + (await rows.clear(connection, name)))
    const months = gone.get(CHUNKS_OF_SOURCE.table) ?? 0
    const runs = gone.get(RUNS_OF_SOURCE.table) ?? 0
    if (months > 0 || runs > 0) await forgetAlertsUnderWay(connection)
    await raiseRevision(connection)
    return { months, runs }
  })
}
