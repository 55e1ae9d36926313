import { Client } from 'pg'

import { MEMBER_CODES } from '#contract/areas.ts'
import { HOUR_MS } from '#contract/time.ts'
import type { Database } from '#server/database/database.ts'
import { type DatabaseLocation, openDatabase } from '#server/open-database.ts'
import { KINDS, QUANTITIES, type SeriesBlock, type SeriesKey } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'

import { afterwards, createFolder } from './programs.ts'

export const ENGINES = ['embedded', 'PostgreSQL'] as const
export type Engine = (typeof ENGINES)[number]

let made = 0

/** PostgreSQL is the server of `TEST_DATABASE_URL`. */
export async function createLocation(engine: Engine): Promise<DatabaseLocation> {
  if (engine === 'embedded') return { dataDir: await createFolder() }
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  const server = new Client({ connectionString: serverUrl })
  await server.connect()
  afterwards(() => server.end())
  made += 1
  const name = `bench_${process.pid}_${made}`
  await server.query(`CREATE DATABASE ${name}`)
  afterwards(() => server.query(`DROP DATABASE ${name} WITH (FORCE)`))
  return { url: Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href }
}

/** Open until the benchmark ends. */
export async function keepOpen(location: DatabaseLocation): Promise<Database> {
  const database = await openDatabase(location)
  afterwards(() => database.close())
  return database
}

/** 225 series. */
export const ALL_SERIES: readonly SeriesKey[] = KINDS.flatMap((kind) =>
  MEMBER_CODES.flatMap((area) => QUANTITIES.map((quantity) => ({ area, quantity, kind }))),
)

/** Incompressible like real power values: a daily wave with noise, equal in every run. */
function powerMw(seriesIndex: number, hours: number): Float64Array {
  let state = seriesIndex + 1
  return Float64Array.from({ length: hours }, (_, hour) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const noise = state / 0x7fffffff
    return Math.round((20_000 + 8000 * Math.sin((hour / 12) * Math.PI) + 2000 * noise) * 100) / 100
  })
}

export function hourlyBlocks(keys: readonly SeriesKey[], startsAtUtc: number, hours: number): SeriesBlock[] {
  return keys.map((key, index) => ({ ...key, startsAtUtc, stepMinutes: 60, powerMw: powerMw(index, hours) }))
}

/** Hourly values of all series from year `first` to `last`; the database is closed again. */
export async function createFilled(engine: Engine, first: number, last: number): Promise<DatabaseLocation> {
  const location = await createLocation(engine)
  const database = await openDatabase(location)
  const store = createSeriesStore(database)
  for (let year = first; year <= last; year += 1) {
    const fromUtc = Date.UTC(year, 0)
    const blocks = hourlyBlocks(ALL_SERIES, fromUtc, (Date.UTC(year + 1, 0) - fromUtc) / HOUR_MS)
    await store.mirror(blocks, [], { source: 'bench', fetchedAtUtc: fromUtc })
  }
  await database.close()
  return location
}
