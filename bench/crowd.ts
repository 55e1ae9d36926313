import { setTimeout as sleep } from 'node:timers/promises'

import { AREA_CODES } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createTokens } from '#server/auth/tokens.ts'
import type { Database } from '#server/database/database.ts'

import { createFilled, keepOpen } from './databases.ts'
import { atMost, compare, type Figure, shareOf } from './figures.ts'
import {
  ask,
  metricOf,
  processorS,
  type Program,
  queryBody,
  residentMb,
  startCache,
  startProduct,
} from './programs.ts'

/** The goal is 1,000; more show which part fails first. */
const CROWDS = [100, 300, 1000, 3000]
const CACHED_CROWDS = [1000, 3000, 10_000]
const EVERY_MS = 10_000
/** How long nginx keeps an answer. */
const KEPT_MS = 5000
/** The first queries compile code and fill the cache; only later ones count. */
const [WARM_UP_MS, MEASURED_MS] = [20_000, 60_000]
const TOKEN_SECRET = 'a secret of the benchmark that is long enough'
const FIRST_YEAR = 2023
const LAST_UTC = Date.UTC(FIRST_YEAR + 3, 0)

/** From 0 to 1, equal in every run. */
function chance(seed: number): number {
  const mixed = Math.imul(seed ^ (seed >>> 15), 0x2c1b3c6d)
  return ((Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39) ^ (mixed >>> 15)) >>> 0) / 2 ** 32
}

/**
 * Of 100 queries 70 are for the last week of any area, 20 for weeks that no other analyst requests, 10 for a year from the analyst's own
 * start day.
 */
function bodyOf(analyst: number, query: number): string {
  const of = (what: number) => chance(analyst * 7919 + query * 104_729 + what)
  const area = AREA_CODES[Math.floor(of(1) * AREA_CODES.length)] ?? 'DE'
  const kind = of(2)
  if (kind < 0.7) return queryBody(area, LAST_UTC - 7 * DAY_MS, 7)
  const backHours = Math.floor(of(3) * 365 * 24)
  if (kind < 0.9)
    return queryBody(area, LAST_UTC - 28 * DAY_MS - backHours * HOUR_MS, 7 + Math.floor(of(4) * 21))
  return queryBody(area, LAST_UTC - (366 + Math.floor(backHours / 24)) * DAY_MS, 365)
}

/** Analysts without a password; their tokens are signed as by the server. */
async function addAnalysts(database: Database, count: number): Promise<string[]> {
  const rows = await database.query<{ id: number }>(
    `INSERT INTO app_user (name, name_key, password_hash)
     SELECT 'analyst ' || n, 'analyst ' || n, 'none' FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  )
  const readSecret = async () => Buffer.from(TOKEN_SECRET)
  const tokens = createTokens({ readSecret, lifetimeS: 3600, clock: Date.now })
  return Promise.all(rows.map(async ({ id }) => (await tokens.issue(id, 1)).access_token))
}

/** What the analysts ask, and with a cache nginx in front of it. */
interface Path {
  database: Database
  servers: readonly Program[]
  cache?: Program
}

/** Processor seconds of servers, PostgreSQL, nginx, and of the analysts, who share the cores. */
async function spentS({ database, servers, cache }: Path): Promise<number[]> {
  const [postgres = { pid: 0 }] = await database.query<{ pid: number }>(
    "SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid",
  )
  const all = [servers, [postgres], cache ? [cache] : []].map((programs) =>
    Promise.all(programs.map(({ pid }) => processorS(pid))),
  )
  const { user, system } = process.cpuUsage()
  return [...(await Promise.all(all)), [(user + system) / 1e6]].map((times) =>
    times.reduce((a, b) => a + b, 0),
  )
}

/** Each analyst sends a query every ten seconds, even if the last is unanswered. */
async function measureCrowd(path: Path, tokens: readonly string[]) {
  const { servers, cache } = path
  const asked: ReturnType<typeof ask>[] = []
  /** With the time in which a cache keeps their answers. */
  const different = new Set<string>()
  const begunMs = performance.now() + WARM_UP_MS
  const endMs = begunMs + MEASURED_MS
  const analysts = tokens.map(async (token, analyst) => {
    await sleep((EVERY_MS * analyst) / tokens.length)
    const { url = '' } = cache ?? servers[analyst % servers.length] ?? {}
    for (let query = 0; performance.now() < endMs; query += 1) {
      const isCounted = performance.now() >= begunMs
      const body = bodyOf(analyst, query)
      different.add(`${Math.floor(performance.now() / KEPT_MS)} ${body}`)
      const answer = ask(url, token, body)
      if (isCounted) asked.push(answer)
      await sleep(EVERY_MS)
    }
  })
  await sleep(WARM_UP_MS)
  const before = await spentS(path)
  await sleep(MEASURED_MS)
  const spent = (await spentS(path)).map((seconds, of) => seconds - (before[of] ?? 0))
  await Promise.all(analysts)
  const answers = await Promise.all(asked)
  const times = answers.map(({ ms }) => ms)
  const refused = answers.filter(({ status }) => status !== 200).length
  const mb = Math.max(...(await Promise.all(servers.map(({ pid }) => residentMb(pid, 'at most')))))
  const perQueryMs = spent.map((seconds) => (1000 * seconds) / times.length)
  const within = [0.5, 0.95, 0.99].map((share) => Math.round(shareOf(times, share)))
  const ofQuery = perQueryMs.map((ms) => ms.toFixed(1))
  const row = [
    tokens.length.toLocaleString('en'),
    servers.length,
    cache ? 'nginx' : '',
    ...within,
    ...ofQuery,
  ]
  // Of docs/operate.md.
  console.log(`| ${[...row, Math.round(mb), refused].join(' | ')} |`)
  const what = `${tokens.length.toLocaleString('en')} analysts, ${cache ? 'behind nginx’s cache' : servers.length === 1 ? 'one server' : 'two servers'}`
  return {
    what,
    different: different.size,
    /** Without the analysts. */
    spentMs: perQueryMs.slice(0, -1).reduce((a, b) => a + b, 0),
    figures:
      tokens.length > 1000
        ? []
        : [
            atMost(`${what}, 95 of 100 queries within`, [shareOf(times, 0.95)], 'ms', 300, true),
            atMost(`${what}, refused`, [refused], 'queries', 0),
          ],
  }
}

const questionsOf = ({ url }: Program): Promise<number> =>
  metricOf(url, /http_requests_total\{.*route="\/energia\/common-query".*\} (\d+)/g)

/** Hourly values of whole years on PostgreSQL, and analysts' tokens for the servers that `start` starts. */
export async function openCrowd(count: number, firstYear: number, lastYear: number) {
  const location = await createFilled('PostgreSQL', firstYear, lastYear)
  const database = await keepOpen(location)
  const tokens = await addAnalysts(database, count)
  const start = (more = {}) => startProduct(location, { settings: { TOKEN_SECRET, ...more } })
  return { database, tokens, start }
}

const openCrowds = (counts: readonly number[]) => openCrowd(Math.max(...counts), FIRST_YEAR, FIRST_YEAR + 2)

/** Crowds at one server, and the same behind nginx with our example of a cache. */
export async function measureCachedCrowds(): Promise<Figure[]> {
  const { database, tokens, start } = await openCrowds(CACHED_CROWDS)
  const server = await start({ TRUST_PROXY: '127.0.0.1' })
  const cache = await startCache(server)
  // Compiles code, for both.
  await measureCrowd({ database, servers: [server] }, tokens.slice(0, CACHED_CROWDS[0]))
  const figures: Figure[] = []
  for (const count of CACHED_CROWDS) {
    const crowd = tokens.slice(0, count)
    const direct = await measureCrowd({ database, servers: [server] }, crowd)
    const before = await questionsOf(server)
    const cached = await measureCrowd({ database, servers: [server], cache }, crowd)
    const asked = (await questionsOf(server)) - before
    const round = { product: cached.spentMs, reference: direct.spentMs }
    figures.push(
      ...cached.figures,
      compare(
        { what: `${cached.what}, processor time of a query`, against: 'without nginx', unit: 'ms' },
        [round],
        1,
      ),
      atMost(
        `${cached.what}, questions to the server for a different answer and five seconds`,
        [asked / cached.different],
        '×',
        1.1,
      ),
    )
  }
  return figures
}

/** Analysts with different cards and ranges on PostgreSQL: one server, then two on one machine. */
export async function measureCrowds(): Promise<Figure[]> {
  const { database, tokens, start } = await openCrowds(CROWDS)
  const figures: Figure[] = []
  const servers: Program[] = []
  for (const _ of ['one server', 'two servers']) {
    servers.push(await start())
    for (const count of CROWDS)
      figures.push(...(await measureCrowd({ database, servers }, tokens.slice(0, count))).figures)
  }
  return figures
}
