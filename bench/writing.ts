import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type SeriesBlock } from '#server/series/series.ts'

import { compare, type Figure, inTurns, timeOf } from './figures.ts'
import {
  ALL_SERIES,
  type BenchDatabase,
  ENGINES,
  hourlyBlocks,
  withDatabase,
  withFolder,
} from './programs.ts'

const FROM_UTC = Date.UTC(2023, 0)
const HOURS = 3 * 365 * 24
/** Two hundred series over three years: 5.3 million points. */
const SERIES = ALL_SERIES.slice(0, 200)
/** `COPY` of all points into the embedded engine takes most of a minute, so its rate is measured on a part. */
const EMBEDDED_COPY_SERIES = 40
const ROW_TABLE =
  'CREATE TABLE point (series_id integer, ts timestamptz, power_mw double precision, PRIMARY KEY (series_id, ts))'

/** Points per second of some work. */
async function rateOf(points: number, work: () => Promise<unknown>): Promise<number> {
  return points / ((await timeOf(work)) / 1000)
}

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

/** Writes all points as the product does and deletes them again. */
async function writeOnce({ database }: BenchDatabase, blocks: readonly SeriesBlock[]): Promise<number> {
  const store = createSeriesStore(database)
  const points = blocks.length * HOURS
  const rate = await rateOf(points, async () => {
    const { changedSlots } = await store.write(blocks, { source: 'bench', fetchedAtUtc: FROM_UTC }, 'revise')
    if (changedSlots !== points) throw new Error(`${changedSlots} of ${points} points were written`)
  })
  await database.query('TRUNCATE chunk')
  return rate
}

/** `COPY` with PostgreSQL's own client. */
async function copyByClient(made: BenchDatabase, path: string, points: number): Promise<number> {
  const url = 'url' in made.location ? made.location.url : ''
  const rate = await rateOf(points, async () => {
    const words = ['--quiet', '--dbname', url, '--command', 'COPY point FROM STDIN']
    const client = spawn('psql', words, { stdio: ['pipe', 'inherit', 'inherit'] })
    createReadStream(path).pipe(client.stdin)
    const [code] = await once(client, 'exit')
    if (code !== 0) throw new Error('COPY failed')
  })
  await made.database.query('TRUNCATE point')
  return rate
}

/** `COPY` inside an embedded engine of its own. */
async function copyInside(rows: PGlite, blob: Blob, points: number): Promise<number> {
  const rate = await rateOf(points, () => rows.query("COPY point FROM '/dev/blob'", [], { blob }))
  await rows.exec('TRUNCATE point; CHECKPOINT')
  return rate
}

/** How fast history is written, against the fastest way to write it as rows. */
export async function measureWriting(): Promise<Figure[]> {
  const figures: Figure[] = []
  const blocks = hourlyBlocks(SERIES, FROM_UTC, HOURS)
  for (const engine of ENGINES)
    await withFolder((folder) =>
      withDatabase(engine, async (made) => {
        const isEmbedded = engine === 'embedded'
        const copied = isEmbedded ? blocks.slice(0, EMBEDDED_COPY_SERIES) : blocks
        const points = copied.length * HOURS
        const path = join(folder, 'points.tsv')
        await writeCopyFile(path, copied)
        const rows = isEmbedded ? await PGlite.create(`file://${join(folder, 'rows')}`) : null
        const blob = new Blob(isEmbedded ? [new Uint8Array(await readFile(path))] : [])
        await (rows?.exec(ROW_TABLE) ?? made.database.query(ROW_TABLE))
        const rates = await inTurns(3, 1, {
          product: () => writeOnce(made, blocks),
          reference: () =>
            rows === null ? copyByClient(made, path, points) : copyInside(rows, blob, points),
        })
        await rows?.close()
        const what = `writing 5 million points (${engine})`
        const against = '`COPY` of the same points into one row each'
        figures.push(compare({ what, against, unit: 'points/s', isAtLeast: true }, rates, 5))
      }),
    )
  return figures
}
