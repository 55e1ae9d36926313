import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

import type { Database } from '#server/database/database.ts'
import type { SeriesBlock } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'

import { ALL_SERIES, createLocation, hourlyBlocks, keepOpen } from './databases.ts'
import { compare, type Figure, inRounds, timeOf } from './figures.ts'
import { createFolder } from './programs.ts'

const FROM_UTC = Date.UTC(2023, 0)
const HOURS = 3 * 365 * 24
/** Two hundred series over three years: 5.3 million points. */
const SERIES = ALL_SERIES.slice(0, 200)
const ROW_TABLE =
  'CREATE TABLE point (series_id integer, ts timestamptz, power_mw double precision, PRIMARY KEY (series_id, ts))'
const ROWS = 'SELECT series.id, ts, value FROM observation JOIN series USING (area, quantity, kind)'

async function psql(url: string, command: string): Promise<void> {
  const words = ['--quiet', '--dbname', url, '--command', command]
  const [code] = await once(spawn('psql', words, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  if (code !== 0) throw new Error(`psql failed: ${command}`)
}

/** Milliseconds to write all points as the product does. */
function writeOnce(database: Database, blocks: readonly SeriesBlock[]): Promise<number> {
  const store = createSeriesStore(database)
  return timeOf(async () => {
    const changedSlots = await store.mirror(blocks, [], { source: 'bench', fetchedAtUtc: FROM_UTC })
    if (changedSlots !== blocks.length * HOURS) throw new Error(`Only ${changedSlots} points were written`)
  })
}

/** Writing history to PostgreSQL, against the fastest way to write it as rows. */
export async function measureWriting(): Promise<Figure[]> {
  const location = await createLocation('PostgreSQL')
  const database = await keepOpen(location)
  const url = 'url' in location ? location.url : ''
  const blocks = hourlyBlocks(SERIES, FROM_UTC, HOURS)
  const path = join(await createFolder(), 'points.tsv')
  // The same points as text, one per line.
  await writeOnce(database, blocks)
  await psql(url, `\\copy (${ROWS}) TO '${path}'`)
  await database.query(ROW_TABLE)
  const pointsPerS = (ms: number) => (blocks.length * HOURS * 1000) / ms
  const rates = await inRounds(3, 1, async () => {
    await database.query('TRUNCATE chunk, point')
    return {
      product: pointsPerS(await writeOnce(database, blocks)),
      reference: pointsPerS(await timeOf(() => psql(url, `\\copy point FROM '${path}'`))),
    }
  })
  const against = '`COPY` of the same points into one row each'
  return [compare({ what: 'writing 5 million points', against, unit: 'points/s' }, rates, 5)]
}
