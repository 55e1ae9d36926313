import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { QUERY_PATH } from '#contract/query.ts'
import type { Database } from '#server/database/database.ts'

import { openSignedIn, withBrowser } from './browser.ts'
import { atMost, compare, type Figure, inTurns, median, timeOf } from './figures.ts'
import {
  ENGINES,
  fillYears,
  type Location,
  pinned,
  signIn,
  startNginx,
  startProduct,
  withDatabase,
  withFolder,
} from './programs.ts'

const execute = promisify(execFile)

const LAST_YEAR = 2025
const YEARS = 3
const COLD_ROUNDS = 31
const COLD_WARM_UPS = 15
const MINUTE_MS = 60_000
const YEAR_MS = 363 * 86_400_000

const wall = (utc: number) => new Date(utc).toISOString().slice(0, 16).replace('T', ' ')
const bodyOf = (time: readonly string[]) =>
  JSON.stringify({ category: 'Residual Load', area: 'CWE', time, frequency: 'H' })

/** The headers with which our own page asks, so that the answer has the layout which the page wants. */
async function headersOfOurPage(url: string): Promise<Record<string, string>> {
  return withBrowser(async (browser) => {
    const page = await openSignedIn(browser, url)
    await page.goto('/dashboard', { waitUntil: 'networkidle' })
    const asked = page.waitForRequest((request) => request.url().endsWith(QUERY_PATH))
    await page.getByRole('button', { name: 'Run Query' }).click()
    const { accept = '*/*', authorization = '' } = await (await asked).allHeaders()
    return { accept, authorization, 'content-type': 'application/json', 'accept-encoding': 'identity' }
  })
}

async function send(url: string, headers: Record<string, string>, body: string): Promise<Uint8Array> {
  const response = await fetch(url + QUERY_PATH, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (!response.ok) throw new Error(`The product answers ${response.status}`)
  return bytes
}

/** Asks for a year of a group that begins at another minute each time, so that no cache knows it. */
function coldQueries(url: string, headers: Record<string, string>): () => Promise<number> {
  let asked = 0
  return () => {
    asked += 1
    const fromUtc = Date.UTC(LAST_YEAR, 0, 1) + asked * MINUTE_MS
    return timeOf(() => send(url, headers, bodyOf([wall(fromUtc), wall(fromUtc + YEAR_MS)])))
  }
}

/** Reads the chunks of the same answer and discards them. */
async function readBare(database: Database): Promise<void> {
  await database.query(
    `SELECT series_id, month, step_minutes, power_mw FROM chunk JOIN series ON series.id = series_id
     WHERE area = ANY($1) AND month BETWEEN $2::date AND $3::date`,
    [['DE', 'FR', 'AT', 'CH', 'NL', 'BE'], `${LAST_YEAR - 1}-12-01`, `${LAST_YEAR}-12-01`],
  )
}

/** A query that no cache knows, against the bare SQL, and against itself at a tenth of the history. */
export async function measureColdQuery(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const engine of ENGINES)
    figures.push(
      ...(await withDatabase(engine, (bare) =>
        withDatabase(engine, (small) =>
          withDatabase(engine, async (large) => {
            for (const [{ database }, years] of [
              [bare, YEARS],
              [small, YEARS],
              [large, 10 * YEARS],
            ] as const)
              await fillYears(database, LAST_YEAR - years + 1, LAST_YEAR)
            await small.close()
            await large.close()
            return measureCold(engine, bare.database, small.location, large.location)
          }),
        ),
      )),
    )
  return figures
}

async function measureCold(
  engine: string,
  bare: Database,
  small: Location,
  large: Location,
): Promise<Figure[]> {
  const products = [await startProduct(small), await startProduct(large)]
  try {
    const [one = '', ten = ''] = products.map(({ url }) => url)
    const headers = await headersOfOurPage(one)
    const own = coldQueries(one, headers)
    const [specified, tenth] = [
      coldQueries(one, { ...headers, accept: 'application/json' }),
      coldQueries(one, headers),
    ]
    const whole = coldQueries(ten, { ...headers, authorization: `Bearer ${(await signIn(ten)).token}` })
    const reference = () => timeOf(() => readBare(bare))
    const cold = await inTurns(COLD_ROUNDS, COLD_WARM_UPS, { product: own, reference })
    const plain = await inTurns(COLD_ROUNDS, COLD_WARM_UPS, { product: specified, reference })
    const growth = await inTurns(COLD_ROUNDS, COLD_WARM_UPS, { product: whole, reference: tenth })
    const what = `common-query, cold, a year hourly of a group (${engine})`
    return [
      compare({ what, against: 'the bare SQL that reads the chunks', unit: 'ms' }, cold, 2),
      atMost(`${what}, in the specified layout`, median(plain.product), 'ms', 80, true),
      compare(
        { what: `the same at 10 × the history (${engine})`, against: 'itself at 1 ×', unit: 'ms' },
        growth,
        1.2,
      ),
    ]
  } finally {
    await Promise.all(products.map((product) => product.stop()))
  }
}

const CONNECTIONS = 16
const LOAD_S = 3
const WARM_ROUNDS = 5
/** Otherwise the C library (glibc) gives back the memory of every answer that the client has read, and the client is the limit. */
const KEEPING_MEMORY = { MALLOC_TRIM_THRESHOLD_: String(1024 ** 3) }
const LoadSchema = z.object({
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
})

/** Requests per second in a closed loop, sent by a separate process on the other processor. Rejects if any request fails. */
async function load(url: string, words: readonly string[]): Promise<number> {
  const settings = ['--json', '--connections', String(CONNECTIONS), '--duration', String(LOAD_S)]
  const client = [process.execPath, 'node_modules/autocannon/autocannon.js', ...settings, ...words, url]
  const [program = '', ...rest] = pinned(1, client)
  const { stdout } = await execute(program, rest, { env: { ...process.env, ...KEEPING_MEMORY } })
  const { requests, non2xx, errors } = LoadSchema.parse(JSON.parse(stdout))
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals and ${errors} errors`)
  return requests.average
}

/** A query that is asked again, including the check of its token, against nginx serving the same bytes. */
export async function measureWarmQuery(): Promise<Figure[]> {
  return withFolder((folder) =>
    withDatabase('embedded', async ({ location, database, close }) => {
      await fillYears(database, LAST_YEAR, LAST_YEAR)
      await close()
      const [product, nginx] = [await startProduct(location), await startNginx(folder)]
      try {
        const headers = await headersOfOurPage(product.url)
        const body = bodyOf([`${LAST_YEAR}-01-01 00:00`, `${LAST_YEAR}-12-31 23:59`])
        const bytes = await send(product.url, headers, body)
        await writeFile(join(folder, 'www', 'answer.json'), bytes)
        const words = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
        const rates = await inTurns(WARM_ROUNDS, 1, {
          product: () => load(product.url + QUERY_PATH, ['--method', 'POST', '--body', body, ...words]),
          reference: () => load(`${nginx.url}/answer.json`, []),
        })
        const what = 'common-query, warm, a year hourly of a group'
        const against = 'nginx serving the same bytes'
        return [compare({ what, against, unit: 'requests/s', isAtLeast: true }, rates, 0.5)]
      } finally {
        await Promise.all([product.stop(), nginx.stop()])
      }
    }),
  )
}
