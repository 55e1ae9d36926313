import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { z } from 'zod'

import { QUERY_PATH } from '#contract/query.ts'
import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { compare, type Figure, inTurns } from './figure.ts'
import { fillYears } from './test-market.ts'

const execute = promisify(execFile)

const CONNECTIONS = 16
const SECONDS = 3
const ROUNDS = 5
const WARM_UPS = 1
const PASSWORD = 'a password for the benchmark'

const GOALS = [
  { span: 'a year', time: ['2025-01-01 00:00', '2025-12-31 23:59'], limit: 0.8 },
  { span: 'a week', time: ['2025-06-02 00:00', '2025-06-08 23:59'], limit: 0.5 },
] as const

/** Server and client each have a processor of their own, where there are two. */
function pinned(processor: 0 | 1, program: string, words: readonly string[]): [string, string[]] {
  return process.platform === 'linux'
    ? ['taskset', ['--cpu-list', String(processor), program, ...words]]
    : [program, [...words]]
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = z.object({ port: z.number() }).parse(server.address())
  server.close()
  await once(server, 'close')
  return port
}

async function whenItAnswers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok === true) return
    await sleep(100)
  }
  throw new Error(`${url} does not answer`)
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM')
  if (child.exitCode === null) await once(child, 'exit')
}

/** The built product on a prepared data folder, without a source; it joins the children that are stopped at the end. */
async function startProduct(dataDir: string, children: ChildProcess[]): Promise<string> {
  const port = await freePort()
  const [program, words] = pinned(0, process.execPath, ['build/server/main.js'])
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    SOURCE: 'none',
    LOG_LEVEL: 'error',
    ADMIN_PASSWORD: PASSWORD,
  }
  children.push(spawn(program, words, { stdio: ['ignore', 'ignore', 'inherit'], env }))
  const url = `http://127.0.0.1:${port}`
  await whenItAnswers(`${url}/readyz`)
  return url
}

async function startNginx(folder: string, children: ChildProcess[]): Promise<string> {
  const port = await freePort()
  await mkdir(join(folder, 'www'))
  await writeFile(join(folder, 'www', 'ready'), 'ready')
  await writeFile(
    join(folder, 'nginx.conf'),
    `user ${userInfo().username}; daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error;
     events { worker_connections 256; }
     http {
       access_log off; sendfile on; tcp_nopush on; default_type application/json; keepalive_requests 1000000;
       server { listen 127.0.0.1:${port}; root ${folder}/www; }
     }`,
  )
  const [program, words] = pinned(0, 'nginx', ['-c', join(folder, 'nginx.conf')])
  children.push(spawn(program, words, { stdio: 'ignore' }))
  const url = `http://127.0.0.1:${port}`
  await whenItAnswers(`${url}/ready`)
  return url
}

async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin', password: PASSWORD })
  const response = await fetch(url + TOKEN_PATH, { method: 'POST', body })
  return TokenAnswerSchema.parse(await response.json()).access_token
}

const LoadSchema = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
})

/** Requests a second of a closed loop; the client is a process of its own. Rejects where any answer was not a success. */
async function load(url: string, words: readonly string[]): Promise<number> {
  const client = [
    'node_modules/autocannon/autocannon.js',
    '--json',
    '--connections',
    String(CONNECTIONS),
    '--duration',
    String(SECONDS),
  ]
  const [program, all] = pinned(1, process.execPath, [...client, ...words, url])
  const { stdout } = await execute(program, all)
  const { requests, non2xx, errors } = LoadSchema.parse(JSON.parse(stdout))
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`)
  return requests.average
}

async function measureGoal(
  goal: (typeof GOALS)[number],
  product: string,
  nginx: string,
  folder: string,
): Promise<Figure> {
  const query = { category: 'Residual Load', area: 'CWE', time: goal.time, frequency: 'H' }
  const token = await signIn(product)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const body = JSON.stringify(query)
  const response = await fetch(product + QUERY_PATH, {
    method: 'POST',
    headers: { ...headers, 'accept-encoding': 'identity' },
    body,
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok) throw new Error(`The product answers ${response.status}`)
  await writeFile(join(folder, 'www', 'answer.json'), bytes)

  const words = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
  const rates = await inTurns(ROUNDS, WARM_UPS, {
    product: () => load(product + QUERY_PATH, ['--method', 'POST', '--body', body, ...words]),
    reference: () => load(`${nginx}/answer.json`, []),
  })
  return compare(
    {
      what: `common-query, warm, ${goal.span} hourly of a group (${bytes.byteLength.toLocaleString('en')} bytes)`,
      against: 'nginx serving the same bytes from a file',
      unit: 'requests/s',
      limit: goal.limit,
      isAtLeast: true,
    },
    rates,
  )
}

/** The built product under load, token check and all, against nginx with the same bytes. */
export async function measureWarmQuery(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ dataDir })
  await fillYears(createSeriesStore(database), 2024, 2025)
  await database.close()
  const children: ChildProcess[] = []
  try {
    const product = await startProduct(dataDir, children)
    const nginx = await startNginx(folder, children)
    const figures: Figure[] = []
    for (const goal of GOALS) figures.push(await measureGoal(goal, product, nginx, folder))
    return figures
  } finally {
    await Promise.all(children.map(stop))
    await rm(folder, { recursive: true })
  }
}
