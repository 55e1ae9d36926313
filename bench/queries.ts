import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { COLUMNS_TYPE, QUERY_PATH } from '#contract/query.ts'
import { MINUTE_MS } from '#contract/time.ts'

import { createFilled, type Engine, ENGINES } from './databases.ts'
import { atMost, compare, type Figure, inRounds, timeOf } from './figures.ts'
import { pinned, queryBody, signIn, startNginx, startProduct, thenEnd } from './programs.ts'

const execute = promisify(execFile)

const [LAST_YEAR, YEARS] = [2025, 3]
const [COLD_ROUNDS, COLD_WARM_UPS] = [31, 15]

/** Like our own page, without compression. */
const headersOf = async (url: string) => ({
  authorization: `Bearer ${(await signIn(url)).token}`,
  accept: COLUMNS_TYPE,
  'accept-encoding': 'identity',
  'content-type': 'application/json',
})

async function send(url: string, headers: Record<string, string>, body: string): Promise<Uint8Array> {
  const response = await fetch(url + QUERY_PATH, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok) throw new Error(`The product answers ${response.status}`)
  return bytes
}

/** From a minute of the year. */
const yearFrom = (minute: number) => queryBody('CWE', Date.UTC(LAST_YEAR, 0) + minute * MINUTE_MS, 363)

async function measureColdOn(engine: Engine): Promise<Figure[]> {
  const fill = (years: number) => createFilled(engine, LAST_YEAR - years + 1, LAST_YEAR)
  const small = await startProduct(await fill(YEARS), { processor: 0 })
  const large = await startProduct(await fill(10 * YEARS), { processor: 0 })
  const [headers, largeHeaders] = [await headersOf(small.url), await headersOf(large.url)]
  // Each query starts at another minute, so that it is in no cache.
  let asked = 0
  const ask = (url: string, sent: Record<string, string>) => {
    asked += 1
    return timeOf(() => send(url, sent, yearFrom(asked)))
  }
  const rounds = await inRounds(COLD_ROUNDS, COLD_WARM_UPS, async () => ({
    product: await ask(large.url, largeHeaders),
    reference: await ask(small.url, headers),
  }))
  const cold = rounds.map(({ reference }) => reference)
  const what = `the same at 10 × the history (${engine})`
  return [
    atMost(`common-query, cold, a year hourly of a group (${engine})`, cold, 'ms', 100, true),
    compare({ what, against: 'itself at 1 ×', unit: 'ms' }, rounds, 1.2),
  ]
}

/** An uncached query, also at ten times the history. */
export async function measureColdQuery(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES) figures.push(...(await thenEnd(() => measureColdOn(engine))))
  return figures
}

const CONNECTIONS = 16
const LOAD_S = 3
/** Otherwise glibc returns the memory of every answer that the client has read, and the client is the limit. */
const KEEPING_MEMORY = { MALLOC_TRIM_THRESHOLD_: String(1024 ** 3) }
const LoadSchema = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
})

/** Requests per second in a closed loop of a separate process on the other processor. Rejects if any request fails. */
async function load(url: string, words: readonly string[]): Promise<number> {
  const settings = ['--json', '--connections', String(CONNECTIONS), '--duration', String(LOAD_S)]
  const client = [process.execPath, 'node_modules/autocannon/autocannon.js', ...settings, ...words, url]
  const [program = '', ...rest] = pinned(1, client)
  const { stdout } = await execute(program, rest, { env: { ...process.env, ...KEEPING_MEMORY } })
  const { requests, non2xx, errors } = LoadSchema.parse(JSON.parse(stdout))
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`)
  return requests.average
}

/** A repeated query, including the check of its token, against nginx serving the same bytes. */
export async function measureWarmQuery(): Promise<Figure[]> {
  const product = await startProduct(await createFilled('embedded', LAST_YEAR, LAST_YEAR), { processor: 0 })
  const nginx = await startNginx()
  const headers = await headersOf(product.url)
  const body = yearFrom(0)
  await writeFile(join(nginx.served, 'answer.json'), await send(product.url, headers, body))
  const words = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
  const rates = await inRounds(5, 1, async () => ({
    product: await load(product.url + QUERY_PATH, ['--method', 'POST', '--body', body, ...words]),
    reference: await load(`${nginx.url}/answer.json`, []),
  }))
  const what = 'common-query, warm, a year hourly of a group'
  return [compare({ what, against: 'nginx serving the same bytes', unit: 'requests/s' }, rates, 0.5)]
}
