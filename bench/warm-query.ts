import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { QUERY_PATH } from '#contract/query.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { compare, type Figure, inTurns } from './figure.ts'
import { startNginx } from './nginx.ts'
import { signIn, startProduct } from './product.ts'
import { pinned, type Program } from './programs.ts'
import { fillYears } from './test-market.ts'

const execute = promisify(execFile)

const CONNECTIONS = 16
const SECONDS = 3
const ROUNDS = 5
const WARM_UPS = 1

/** Otherwise the C library (glibc) gives back the memory of every answer that the client has read, and the client is the limit (decision 190). */
const KEEPING_MEMORY = { MALLOC_TRIM_THRESHOLD_: String(1024 ** 3) }

const GOALS = [
  { span: 'a year', time: ['2025-01-01 00:00', '2025-12-31 23:59'], limit: 0.8 },
  { span: 'a week', time: ['2025-06-02 00:00', '2025-06-08 23:59'], limit: 0.55 },
] as const

const LoadSchema = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
})

/** Requests per second in a closed loop, sent by a separate process. Rejects if any request fails. */
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
  const { stdout } = await execute(program, all, { env: { ...process.env, ...KEEPING_MEMORY } })
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
  const { token } = await signIn(product)
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

/** Measures the built product under load, including the token check, against nginx serving the same bytes. */
export async function measureWarmQuery(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'energy-metrics-bench-'))
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ dataDir })
  await fillYears(createSeriesStore(database), 2024, 2025)
  await database.close()
  const programs: Program[] = []
  try {
    const product = await startProduct({ dataDir }, 'none')
    programs.push(product)
    const nginx = await startNginx(folder)
    programs.push(nginx)
    const figures: Figure[] = []
    for (const goal of GOALS) figures.push(await measureGoal(goal, product.url, nginx.url, folder))
    return figures
  } finally {
    await Promise.all(programs.map((program) => program.stop()))
    await rm(folder, { recursive: true })
  }
}
