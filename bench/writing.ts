import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'

import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type SeriesBlock } from '#server/series/series.ts'

import { ALL_SERIES, createLocation, hourlyBlocks, keepOpen } from './databases.ts'
import { compare, type Figure, inRounds, timeOf } from './figures.ts'
import { createFolder } from './programs.ts'

const FROM_UTC = Date.UTC(2023, 0)
const HOURS = 3 * 365 * 24
/** Two hundred series over three years: 5.3 million points. */
const SERIES = ALL_SERIES.slice(0, 200)
const ROW_TABLE =
  'CREATE TABLE point (series_id integer, ts timestamptz, power_mw double precision, PRIMARY KEY (series_id, ts))'

/** The points as text for `COPY`, one line each. */
async function writeCopyFile(path: string, blocks: readonly SeriesBlock[]): Promise<void> {
  const file = createWriteStream(path)
  const stamps = Array.from({ length: HOURS }, (_, hour) => new Date(FROM_UTC + hour * HOUR_MS).toISOString())
  for (const [index, { powerMw }] of blocks.entries()) {
    const lines = stamps.map((stamp, hour) => `${index + 1}\t${stamp}\t${powerMw[hour]}\n`)
    if (!file.write(lines.join(''))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
}

/** Milliseconds to write all points as the product does. They are deleted again. */
async function writeOnce(database: Database, blocks: readonly SeriesBlock[]): Promise<number> {
  const store = createSeriesStore(database)
  const ms = await timeOf(async () => {
    const { changedSlots } = await store.write(blocks, { source: 'bench', fetchedAtUtc: FROM_UTC }, 'revise')
    if (changedSlots !== blocks.length * HOURS) throw new Error(`Only ${changedSlots} points were written`)
  })
  await database.query('TRUNCATE chunk')
  return ms
}

/** `COPY` with PostgreSQL's own client: its milliseconds. */
async function copyByClient(database: Database, url: string, path: string): Promise<number> {
  const ms = await timeOf(async () => {
    const words = ['--quiet', '--dbname', url, '--command', 'COPY point FROM STDIN']
    const client = spawn('psql', words, { stdio: ['pipe', 'inherit', 'inherit'] })
    createReadStream(path).pipe(client.stdin)
    const [code] = await once(client, 'exit')
    if (code !== 0) throw new Error('COPY failed')
  })
  await database.query('TRUNCATE point')
  return ms
}

/** How fast history is written to PostgreSQL, against the fastest way to write it as rows. */
export async function measureWriting(): Promise<Figure[]> {
  const location = await createLocation('PostgreSQL')
  const database = await keepOpen(location)
  const url = 'url' in location ? location.url : ''
  const blocks = hourlyBlocks(SERIES, FROM_UTC, HOURS)
  const path = join(await createFolder(), 'points.tsv')
  await writeCopyFile(path, blocks)
  await database.query(ROW_TABLE)
  const pointsPerS = (ms: number) => (blocks.length * HOURS * 1000) / ms
  const rates = await inRounds(3, 1, async () => ({
    product: pointsPerS(await writeOnce(database, blocks)),
    reference: pointsPerS(await copyByClient(database, url, path)),
  }))
  const against = '`COPY` of the same points into one row each'
  return [compare({ what: 'writing 5 million points', against, unit: 'points/s' }, rates, 5)]
}
