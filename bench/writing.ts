import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type SeriesBlock } from '#server/series/series.ts'

import { ALL_SERIES, createLocation, type Engine, ENGINES, hourlyBlocks, keepOpen } from './databases.ts'
import { compare, type Figure, inRounds, timeOf } from './figures.ts'
import { afterwards, createFolder, thenEnd } from './programs.ts'

const FROM_UTC = Date.UTC(2023, 0)
const HOURS = 3 * 365 * 24
/** Two hundred series over three years: 5.3 million points. */
const SERIES = ALL_SERIES.slice(0, 200)
/** `COPY` of all points into the embedded engine takes most of a minute, so its rate is measured on a part. */
const EMBEDDED_COPY_SERIES = 40
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

/** `COPY` inside an embedded engine of its own: its milliseconds. */
async function copyInside(rows: PGlite, blob: Blob): Promise<number> {
  const ms = await timeOf(() => rows.query("COPY point FROM '/dev/blob'", [], { blob }))
  await rows.exec('TRUNCATE point; CHECKPOINT')
  return ms
}

async function measureEngine(engine: Engine): Promise<Figure> {
  const location = await createLocation(engine)
  const database = await keepOpen(location)
  const blocks = hourlyBlocks(SERIES, FROM_UTC, HOURS)
  const copied = engine === 'embedded' ? blocks.slice(0, EMBEDDED_COPY_SERIES) : blocks
  const folder = await createFolder()
  const path = join(folder, 'points.tsv')
  await writeCopyFile(path, copied)
  let copy: () => Promise<number>
  if ('url' in location) {
    await database.query(ROW_TABLE)
    copy = () => copyByClient(database, location.url, path)
  } else {
    const rows = await PGlite.create(`file://${join(folder, 'rows')}`)
    afterwards(() => rows.close())
    await rows.exec(ROW_TABLE)
    const blob = new Blob([new Uint8Array(await readFile(path))])
    copy = () => copyInside(rows, blob)
  }
  const pointsPerS = (series: number, ms: number) => (series * HOURS * 1000) / ms
  const rates = await inRounds(3, 1, async () => ({
    product: pointsPerS(blocks.length, await writeOnce(database, blocks)),
    reference: pointsPerS(copied.length, await copy()),
  }))
  const what = `writing 5 million points (${engine})`
  return compare({ what, against: '`COPY` of the same points into one row each', unit: 'points/s' }, rates, 5)
}

/** How fast history is written, against the fastest way to write it as rows. */
export async function measureWriting(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES) figures.push(await thenEnd(() => measureEngine(engine)))
  return figures
}
