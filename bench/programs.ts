import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { MEMBER_CODES } from '#contract/areas.ts'
import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { MEMORY_SETTINGS } from '#scripts/memory-settings.js'
import { freePort } from '#scripts/postgres-server.js'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS, KINDS, QUANTITIES, type SeriesBlock, type SeriesKey } from '#server/series/series.ts'

const ATTEMPT_EVERY_MS = 50
const PASSWORD = 'a password for the benchmark'
/** Time for two years of demo data and the first forecasts. */
const FILL_MS = 600_000

/** A server that a benchmark started. */
export interface Program {
  url: string
  pid: number
  stop: () => Promise<void>
}

export type Location = { dataDir: string } | { url: string }

/** Calls `work` with a new folder, and removes it afterwards. */
export async function withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  return work(folder).finally(() => rm(folder, { recursive: true }))
}

/** The words that run a program on one processor, so that server and client get one each; null for any. */
export function pinned(processor: 0 | 1 | null, words: readonly string[]): string[] {
  return processor !== null && process.platform === 'linux'
    ? ['taskset', '--cpu-list', String(processor), ...words]
    : [...words]
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Starts a server and waits until it answers. Rejects if it ends, or does not answer for long. */
async function startServer(
  words: readonly string[],
  env: NodeJS.ProcessEnv,
  url: string,
  readyPath: string,
): Promise<Program> {
  const [program = '', ...rest] = words
  const child = spawn(program, rest, { stdio: ['ignore', 'ignore', 'inherit'], env })
  for (let waitedMs = 0; waitedMs < FILL_MS && child.exitCode === null; waitedMs += ATTEMPT_EVERY_MS) {
    const response = await fetch(url + readyPath).catch(() => null)
    await response?.arrayBuffer()
    if (response?.ok === true) return { url, pid: child.pid ?? 0, stop: () => stop(child) }
    await sleep(ATTEMPT_EVERY_MS)
  }
  await stop(child)
  throw new Error(`${words.join(' ')} does not answer`)
}

/** nginx with one worker, on the first processor, serving what is put into `www` of a folder. */
export async function startNginx(folder: string): Promise<Program> {
  const port = await freePort()
  await mkdir(join(folder, 'www'))
  await writeFile(join(folder, 'www', 'ready'), 'ready')
  await writeFile(
    join(folder, 'nginx.conf'),
    `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; tcp_nopush on; default_type application/json; keepalive_requests 1000000;
       types { text/html html; text/javascript js; text/css css; }
       server { listen 127.0.0.1:${port}; root ${folder}/www; }
     }`,
  )
  const words = pinned(0, ['nginx', '-c', join(folder, 'nginx.conf')])
  return startServer(words, process.env, `http://127.0.0.1:${port}`, '/ready')
}

/** The built product on a database, on the first processor, with the memory settings of the image and the unit. */
export async function startProduct(
  location: Location,
  options: {
    source?: 'demo'
    processor?: null
    program?: string
    readyPath?: string
    settings?: Readonly<Record<string, string>>
  } = {},
): Promise<Program> {
  const { source = 'none', processor = 0, program = 'build/server/main.js', readyPath = '/readyz' } = options
  const port = await freePort()
  const env = {
    ...process.env,
    ...MEMORY_SETTINGS,
    ...('url' in location ? { DATABASE_URL: location.url } : { DATA_DIR: location.dataDir }),
    PORT: String(port),
    SOURCE: source,
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
    ...options.settings,
  }
  const words = pinned(processor, [process.execPath, program])
  return startServer(words, env, `http://127.0.0.1:${port}`, readyPath)
}

let filled: Promise<string> | null = null

/**
 * The address of a product that has filled itself with demo data and come to rest: after it is ready it makes the forecasts of the past.
 * All benchmarks of a run share it, so it ends with this process.
 */
export function demoProduct(): Promise<string> {
  filled ??= (async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
    const { url, pid } = await startProduct({ dataDir }, { source: 'demo', processor: null })
    process.once('exit', () => {
      process.kill(pid, 'SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    })
    await whenAtRest(pid)
    return url
  })()
  return filled
}

/** A token of the first user. */
export async function signIn(url: string): Promise<{ token: string; lifetimeS: number }> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const response = await fetch(url + TOKEN_PATH, { method: 'POST', body })
  const { access_token, expires_in } = TokenAnswerSchema.parse(await response.json())
  return { token: access_token, lifetimeS: expires_in }
}

/** Linux counts the processor time of a process in hundredths of a second. */
const TICKS_PER_S = 100
const REST_S = 5
/** A process at rest uses at most this share of a processor. */
const REST_SHARE = 0.02
const MAX_WAIT_FOR_REST_S = 600

/** Processor time of a process with all its threads. */
export async function processorS(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name of the program, in brackets, may hold spaces. User and system time are the 14th and 15th field.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S
}

/** Waits until a process uses next to no processor time. Rejects if it does not come to rest. */
export async function whenAtRest(pid: number): Promise<void> {
  for (let waitedS = 0; waitedS < MAX_WAIT_FOR_REST_S; waitedS += REST_S) {
    const before = await processorS(pid)
    await sleep(REST_S * 1000)
    if ((await processorS(pid)) - before < REST_S * REST_SHARE) return
  }
  throw new Error('The product does not come to rest')
}

/** The memory of a process in MB, now or at most since its start. */
export async function residentMb(pid: number, when: 'now' | 'at most' = 'now'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const name = when === 'now' ? 'VmRSS' : 'VmHWM'
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}

export const ENGINES = ['embedded', 'PostgreSQL'] as const

export interface BenchDatabase {
  location: Location
  database: Database
  /** Leaves it to other programs. */
  close: () => Promise<void>
}

let made = 0

/** Calls `work` with a fresh database; PostgreSQL is the server of `TEST_DATABASE_URL`. */
export async function withDatabase<Result>(
  engine: (typeof ENGINES)[number],
  work: (database: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const workOn = async (location: Location) => {
    const database = await openDatabase(location)
    let closing: Promise<void> | null = null
    const close = () => (closing ??= database.close())
    return work({ location, database, close }).finally(close)
  }
  if (engine === 'embedded') return withFolder((dataDir) => workOn({ dataDir }))
  const serverUrl = process.env['TEST_DATABASE_URL']
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server')
  made += 1
  const name = `bench_${process.pid}_${made}`
  await onServer(serverUrl, `CREATE DATABASE ${name}`)
  const { href } = Object.assign(new URL(serverUrl), { pathname: `/${name}` })
  return workOn({ url: href }).finally(() => onServer(serverUrl, `DROP DATABASE ${name} WITH (FORCE)`))
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** All 225 series of all areas. */
export const ALL_SERIES: readonly SeriesKey[] = KINDS.flatMap((kind) =>
  MEMBER_CODES.flatMap((area) => QUANTITIES.map((quantity) => ({ area, quantity, kind }))),
)

/** Numbers that look like power values and do not compress: a daily wave with noise, the same in every run. */
function powerMw(seriesIndex: number, hours: number): Float64Array {
  let state = seriesIndex + 1
  return Float64Array.from({ length: hours }, (_, hour) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    const noise = state / 0x7fffffff
    return Math.round((20_000 + 8000 * Math.sin((hour / 12) * Math.PI) + 2000 * noise) * 100) / 100
  })
}

/** Hourly values of series from a given time. */
export function hourlyBlocks(series: readonly SeriesKey[], fromUtc: number, hours: number): SeriesBlock[] {
  return series.map((key, index) => ({
    ...key,
    startsAtUtc: fromUtc,
    stepMinutes: 60,
    powerMw: powerMw(index, hours),
  }))
}

/** Stores hourly values of all series, one year at a time. */
export async function fillYears(database: Database, firstYear: number, lastYear: number): Promise<void> {
  const store = createSeriesStore(database)
  for (let year = firstYear; year <= lastYear; year += 1) {
    const fromUtc = Date.UTC(year, 0)
    const hours = (Date.UTC(year + 1, 0) - fromUtc) / HOUR_MS
    await store.write(
      hourlyBlocks(ALL_SERIES, fromUtc, hours),
      { source: 'bench', fetchedAtUtc: fromUtc },
      'revise',
    )
  }
}
