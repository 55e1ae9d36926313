import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { COLUMNS_TYPE, QUERY_PATH } from '#contract/query.ts'
import { DAY_MS } from '#contract/time.ts'
import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { MEMORY_SETTINGS } from '#scripts/memory-settings.js'
import { freePort } from '#scripts/postgres-server.js'
import type { DatabaseLocation } from '#server/open-database.ts'

import { timeOf } from './figures.ts'

const ends: (() => unknown)[] = []

/** Calls `end` at the end of the innermost `thenEnd`. */
export function afterwards(end: () => unknown): void {
  ends.push(end)
}

/** Runs `work`, then ends everything started for it, last first. */
export async function thenEnd<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = ends.length
  try {
    return await work()
  } finally {
    while (ends.length > before) await ends.pop()?.()
  }
}

const makeFolder = () => mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))

export async function createFolder(): Promise<string> {
  const folder = await makeFolder()
  afterwards(() => rm(folder, { recursive: true }))
  return folder
}

export interface Program {
  url: string
  pid: number
  stop: () => Promise<void>
}

/** Command that runs a program on one processor, so that server and client have one each. */
export function pinned(processor: 0 | 1 | undefined, words: readonly string[]): string[] {
  return processor !== undefined && process.platform === 'linux'
    ? ['taskset', '--cpu-list', String(processor), ...words]
    : [...words]
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

const ATTEMPT_EVERY_MS = 50
/** For two years of demo data and the first forecasts. */
const FILL_MS = 600_000

/** Waits until the server answers. Rejects if it ends or stays silent. */
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

/** nginx with one worker. `site`: its configuration, given a folder of its own and the address to listen on. */
async function startSite(
  site: (folder: string, address: string) => string,
  readyPath: string,
  processor?: 0,
): Promise<Program> {
  const [folder, address] = [await createFolder(), `127.0.0.1:${await freePort()}`]
  const file = join(folder, 'nginx.conf')
  await writeFile(
    file,
    `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
     events { worker_connections 16384; }
     http { access_log off; keepalive_requests 1000000; ${site(folder, address)} }`,
  )
  const words = pinned(processor, ['nginx', '-c', file])
  const nginx = await startServer(words, process.env, `http://${address}`, readyPath)
  afterwards(nginx.stop)
  return nginx
}

/** On the first processor. `served`: the folder of its files. */
export async function startNginx(): Promise<{ url: string; served: string }> {
  const served = join(await createFolder(), 'www')
  await mkdir(served)
  const site = (_: string, address: string) =>
    `sendfile on; tcp_nopush on; default_type application/json; types { text/html html; text/javascript js; text/css css; }
     server { listen ${address}; root ${served}; location = /ready { return 204; } }`
  return { url: (await startSite(site, '/ready', 0)).url, served }
}

/** nginx with our example of a cache in front of a server. */
export async function startCache(server: Program): Promise<Program> {
  const example = await readFile('deploy/nginx-cache.conf', 'utf8')
  return startSite(
    (folder, address) =>
      example
        .replace('/var/cache/nginx', folder)
        .replace('listen 8080', `listen ${address}`)
        // A second server would be asked for what this one refuses.
        .replace(/server server-2.*/, '')
        .replace('server-1:3000', new URL(server.url).host),
    '/livez',
  )
}

export const PASSWORD = 'a password for the benchmark'

interface ProductOptions {
  settings?: Readonly<Record<string, string>>
  processor?: 0
  program?: string
  readyPath?: string
}

/** The built product, with the memory settings of the image and the systemd unit. The caller ends it. */
async function launchProduct(location: DatabaseLocation, options: ProductOptions = {}): Promise<Program> {
  const { settings, processor, program = 'build/server/main.js', readyPath = '/readyz' } = options
  const port = await freePort()
  const env = {
    ...process.env,
    ...MEMORY_SETTINGS,
    ...('url' in location ? { DATABASE_URL: location.url } : { DATA_DIR: location.dataDir }),
    PORT: String(port),
    SOURCE: 'none',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
    ...settings,
  }
  const words = pinned(processor, [process.execPath, program])
  return startServer(words, env, `http://127.0.0.1:${port}`, readyPath)
}

/** Until the benchmark ends. */
export async function startProduct(location: DatabaseLocation, options?: ProductOptions): Promise<Program> {
  const product = await launchProduct(location, options)
  afterwards(product.stop)
  return product
}

let filled: Promise<string> | null = null

/**
 * URL of a product filled with demo data and at rest: past forecasts are made after it is ready. Shared by all benchmarks of a run, so it
 * ends with this process.
 */
export function demoProduct(): Promise<string> {
  filled ??= (async () => {
    const dataDir = await makeFolder()
    const { url, pid } = await launchProduct({ dataDir }, { settings: { SOURCE: 'demo' } })
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

/** Hourly residual load. */
export function queryBody(area: string, fromUtc: number, days: number): string {
  const time = [fromUtc, fromUtc + days * DAY_MS].map((utc) =>
    new Date(utc).toISOString().slice(0, 16).replace('T', ' '),
  )
  return JSON.stringify({ category: 'Residual Load', area, time, frequency: 'H' })
}

const agent = new Agent({ keepAlive: true })
const AS_PAGES = { accept: COLUMNS_TYPE, 'accept-encoding': 'br, gzip' }

/** On a connection without another open query; by default like our own pages. Status 0: no answer. */
export function ask(
  url: string,
  token: string,
  body: string,
  more: Readonly<Record<string, string>> = AS_PAGES,
): Promise<{ status: number; ms: number }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
  const startMs = performance.now()
  return new Promise((resolve) => {
    const end = (status = 0) => resolve({ status, ms: performance.now() - startMs })
    request(url + QUERY_PATH, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => end(response.statusCode))
    })
      .on('error', () => end())
      .end(body)
  })
}

/** The sum of what a server's metrics have of a pattern. */
export async function metricOf(url: string, pattern: RegExp): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return [...text.matchAll(pattern)].reduce((sum, [, count]) => sum + Number(count), 0)
}

const ReadySchema = z.object({
  parts: z.object({ values: z.object({ isReady: z.boolean(), message: z.string() }) }),
})

export async function stateOfValues(url: string): Promise<{ isReady: boolean; message: string }> {
  return ReadySchema.parse(await (await fetch(`${url}/readyz`)).json()).parts.values
}

/** Milliseconds until `/livez` answers: the thread was busy for that long. */
export const timeOfLivez = (url: string) => timeOf(async () => (await fetch(`${url}/livez`)).arrayBuffer())

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_S = 100
const REST_S = 5
/** Largest share of a processor at rest. */
const REST_SHARE = 0.02
const MAX_WAIT_FOR_REST_S = 600

/** Processor seconds of a process and of its child processes, ended or not. */
export async function processorS(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The program's name, in brackets, may contain spaces. Fields 14 to 17 are user and system time, and those of ended children.
  const ticks = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean)
  const ofChildren = await Promise.all(children.map((child) => processorS(Number(child)).catch(() => 0)))
  return ofChildren.reduce(
    (sum, seconds) => sum + seconds,
    ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_S,
  )
}

/** Rejects if the process does not come to rest. */
export async function whenAtRest(pid: number): Promise<void> {
  for (let waitedS = 0; waitedS < MAX_WAIT_FOR_REST_S; waitedS += REST_S) {
    const before = await processorS(pid)
    await sleep(REST_S * 1000)
    if ((await processorS(pid)) - before < REST_S * REST_SHARE) return
  }
  throw new Error('The product does not come to rest')
}

/** MB, now or at most since its start. */
export async function residentMb(pid: number, when: 'now' | 'at most' = 'now'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const name = when === 'now' ? 'VmRSS' : 'VmHWM'
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
}
