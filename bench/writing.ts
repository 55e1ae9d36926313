import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { PGlite } from '@electric-sql/pglite'

import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, type SeriesBlock } from '#server/series/series.ts'

import { type BenchDatabase, makeEmbedded, makePostgresql } from './bench-database.ts'
import { compare, type Figure, inTurns, timeOf } from './figure.ts'
import { ALL_SERIES, hourlyBlocks } from './test-market.ts'

const FROM_UTC = Date.UTC(2023, 0)
const HOURS = 3 * 365 * 24
/** Two hundred series over three years: 5.3 million points. */
const SERIES = ALL_SERIES.slice(0, 200)
/** `COPY` of all points into the embedded engine takes most of a minute, so its rate is measured on a part. */
const EMBEDDED_COPY_SERIES = 40
const ROUNDS = 3
const WARM_UPS = 1

const ROW_TABLE =
  'CREATE TABLE point (series_id integer, ts timestamptz, power_mw double precision, PRIMARY KEY (series_id, ts))'

interface CopyFile {
  path: string
  points: number
}

/** The same points as text for `COPY`, one line each. */
async function writeCopyFile(folder: string, blocks: readonly SeriesBlock[]): Promise<CopyFile> {
  const path = join(folder, `points-${blocks.length}.tsv`)
  const file = createWriteStream(path)
  const stamps = Array.from({ length: HOURS }, (_, hour) => new Date(FROM_UTC + hour * HOUR_MS).toISOString())
  let points = 0
  for (const [index, { powerMw }] of blocks.entries()) {
    const lines = stamps.map((stamp, hour) => `${index + 1}\t${stamp}\t${powerMw[hour]}\n`)
    if (!file.write(lines.join(''))) await once(file, 'drain')
    points += powerMw.length
  }
  file.end()
  await once(file, 'close')
  return { path, points }
}

/** Writes all points as the product does and deletes them again. Returns points per second. */
async function writeOnce({ database }: BenchDatabase, blocks: readonly SeriesBlock[]): Promise<number> {
  const store = createSeriesStore(database)
  const points = blocks.length * HOURS
  const ms = await timeOf(async () => {
    const { changedSlots } = await store.write(blocks, { source: 'bench', fetchedAtUtc: FROM_UTC }, 'revise')
    if (changedSlots !== points) throw new Error(`${changedSlots} of ${points} points were written`)
  })
  await database.query('TRUNCATE chunk')
  return points / (ms / 1000)
}

/** `COPY` with PostgreSQL's own client. Returns points per second. */
async function copyByClient(url: string, { path, points }: CopyFile): Promise<number> {
  const ms = await timeOf(async () => {
    const client = spawn('psql', ['--quiet', '--dbname', url, '--command', 'COPY point FROM STDIN'], {
      stdio: ['pipe', 'inherit', 'inherit'],
    })
    createReadStream(path).pipe(client.stdin)
    const [code] = await once(client, 'exit')
    if (code !== 0) throw new Error('COPY failed')
  })
  return points / (ms / 1000)
}

async function measurePostgresql(blocks: readonly SeriesBlock[], file: CopyFile): Promise<Figure> {
  const made = await makePostgresql()
  try {
    if (!('url' in made.location)) throw new Error('A server has an address')
    const { url } = made.location
    await made.database.query(ROW_TABLE)
    const rates = await inTurns(ROUNDS, WARM_UPS, {
      product: () => writeOnce(made, blocks),
      async reference() {
        const rate = await copyByClient(url, file)
        await made.database.query('TRUNCATE point')
        return rate
      },
    })
    return figureOf(made.engine, rates)
  } finally {
    await made.remove()
  }
}

async function measureEmbedded(
  blocks: readonly SeriesBlock[],
  file: CopyFile,
  folder: string,
): Promise<Figure> {
  const made = await makeEmbedded()
  const rows = await PGlite.create(`file://${join(folder, 'rows')}`)
  try {
    await rows.exec(ROW_TABLE)
    const blob = new Blob([new Uint8Array(await readFile(file.path))])
    const rates = await inTurns(ROUNDS, WARM_UPS, {
      product: () => writeOnce(made, blocks),
      async reference() {
        const ms = await timeOf(() => rows.query("COPY point FROM '/dev/blob'", [], { blob }))
        await rows.exec('TRUNCATE point; CHECKPOINT')
        return file.points / (ms / 1000)
      },
    })
    return figureOf(made.engine, rates)
  } finally {
    await rows.close()
    await made.remove()
  }
}

function figureOf(engine: string, rates: { product: number[]; reference: number[] }): Figure {
  return compare(
    {
      what: `writing 5 million points (${engine})`,
      against: '`COPY` of the same points into one row each',
      unit: 'points/s',
      limit: 5,
      isAtLeast: true,
    },
    rates,
  )
}

/** Measures how fast history is written, against the fastest way to write it as rows. */
export async function measureWriting(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  try {
    const blocks = hourlyBlocks(SERIES, FROM_UTC, HOURS)
    const all = await writeCopyFile(folder, blocks)
    const part = await writeCopyFile(folder, blocks.slice(0, EMBEDDED_COPY_SERIES))
    return [await measureEmbedded(blocks, part, folder), await measurePostgresql(blocks, all)]
  } finally {
    await rm(folder, { recursive: true })
  }
}
