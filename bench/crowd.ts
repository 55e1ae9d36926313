import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { AREA_CODES } from '#contract/areas.ts'
import { COLUMNS_TYPE } from '#contract/query.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { createTokens } from '#server/auth/tokens.ts'
import type { Database } from '#server/database/database.ts'

import { createFilled, keepOpen } from './databases.ts'
import { atMost, type Figure, shareOf, timeOf } from './figures.ts'
import {
  afterwards,
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
const CACHED_CROWDS = [1000, 3000]
const EVERY_MS = 10_000
/** How long nginx keeps an answer. */
const KEPT_MS = 5000
/** The first queries compile code and fill the cache; only later ones count. */
const [WARM_UP_MS, MEASURED_MS] = [20_000, 60_000]
const WATCH_EVERY_MS = 500
export const TOKEN_SECRET = 'a secret of the benchmark that is long enough'
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

const agent = new Agent({ keepAlive: true })
/** Like our own pages. */
export const HEADERS = { accept: COLUMNS_TYPE, 'accept-encoding': 'br, gzip' }

/** Analysts without a password; their tokens are signed as by the server. */
export async function addAnalysts(database: Database, count: number): Promise<string[]> {
  const rows = await database.query<{ id: number }>(
    `INSERT INTO app_user (name, name_key, password_hash)
     SELECT 'analyst ' || n, 'analyst ' || n, 'none' FROM generate_series(1, $1::int) AS n RETURNING id`,
    [count],
  )
  const readSecret = async () => Buffer.from(TOKEN_SECRET)
  const tokens = createTokens({ readSecret, lifetimeS: 3600, clock: Date.now })
  return Promise.all(rows.map(async ({ id }) => (await tokens.issue(id, 1)).access_token))
}

/** Processor seconds of PostgreSQL: its first process including ended children, and the running ones. */
async function postgresS(database: Database): Promise<number> {
  const rows = await database.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity UNION ALL SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int",
  )
  const times = await Promise.all(rows.map(({ pid }) => processorS(pid, true).catch(() => 0)))
  return times.reduce((sum, seconds) => sum + seconds, 0)
}

/** Each analyst sends a query every ten seconds, even if the last is unanswered. */
async function measureCrowd(
  database: Database,
  servers: readonly { url: string; pid: number }[],
  tokens: readonly string[],
  onAsk: (body: string) => void = () => {},
): Promise<Figure[]> {
  let refused = 0
  const asked: Promise<number>[] = []
  const begunMs = performance.now() + WARM_UP_MS
  const endMs = begunMs + MEASURED_MS
  const analysts = tokens.map(async (token, analyst) => {
    await sleep((EVERY_MS * analyst) / tokens.length)
    for (let query = 0; performance.now() < endMs; query += 1) {
      const { url = '' } = servers[analyst % servers.length] ?? {}
      const isCounted = performance.now() >= begunMs
      const body = bodyOf(analyst, query)
      onAsk(body)
      const answer = timeOf(async () => {
        const status = await ask(url, token, agent, body, HEADERS)
        if (isCounted && status !== 200) refused += 1
      })
      if (isCounted) asked.push(answer)
      await sleep(EVERY_MS)
    }
  })
  await sleep(WARM_UP_MS)
  const spentS = async () => {
    const times = await Promise.all(servers.map(({ pid }) => processorS(pid)))
    return times.reduce((sum, seconds) => sum + seconds, 0)
  }
  const before = { server: await spentS(), postgres: await postgresS(database) }
  let [waiting, mb] = [0, 0]
  while (performance.now() < endMs) {
    for (const { url, pid } of servers) {
      waiting = Math.max(waiting, await metricOf(url, /energy_queue_length\{queue="queries"\} (\d+)/g))
      mb = Math.max(mb, await residentMb(pid))
    }
    await sleep(WATCH_EVERY_MS)
  }
  const [serverS, pgS] = [(await spentS()) - before.server, (await postgresS(database)) - before.postgres]
  await Promise.all(analysts)
  const times = await Promise.all(asked)
  const what = `${tokens.length.toLocaleString('en')} analysts, ${servers.length === 1 ? 'one server' : 'two servers'}`
  const perQuery = (seconds: number) => Math.round((10_000 * seconds) / times.length) / 10
  const within = [0.5, 0.95, 0.99].map((share) => Math.round(shareOf(times, share)))
  const sums = [perQuery(serverS), perQuery(pgS), waiting, Math.round(mb), refused]
  const row = [tokens.length, servers.length, ...within, ...sums]
  // A row of the table in docs/operate.md, and the refused queries.
  console.log(`| ${row.map((value) => value.toLocaleString('en')).join(' | ')} |`)
  if (tokens.length > 1000) return []
  return [
    atMost(`${what}, 95 of 100 queries within`, [shareOf(times, 0.95)], 'ms', 300, true),
    atMost(`${what}, refused`, [refused], 'queries', 0),
  ]
}

/**
 * Twenty analysts with a query every second, alone and beside a user with 80 calls open, each repeated 50 ms after its answer or refusal.
 */
async function measureGreedyUser(url: string, tokens: readonly string[]): Promise<Figure[]> {
  const [greedy = '', ...analysts] = tokens.slice(0, 21)
  let asked = 0
  async function askFor(ms: number): Promise<{ times: number[]; answered: number }> {
    const endMs = performance.now() + ms
    const times: number[] = []
    let answered = 0
    await Promise.all(
      analysts.map(async (token, analyst) => {
        for (; performance.now() < endMs; await sleep(1000)) {
          asked += 1
          times.push(
            await timeOf(async () => {
              if ((await ask(url, token, agent, bodyOf(analyst, asked), HEADERS)) === 200) answered += 1
            }),
          )
        }
      }),
    )
    return { times, answered }
  }
  const alone = await askFor(WARM_UP_MS)
  const stop = new AbortController()
  const calls = Array.from({ length: 80 }, async (_, call) => {
    for (; !stop.signal.aborted; await sleep(50)) {
      asked += 1
      // Years of a group not requested before.
      const from = LAST_UTC - (366 + (asked % 700)) * DAY_MS + call * HOUR_MS
      await ask(url, greedy, agent, queryBody('CWE', from, 365), HEADERS).catch(() => null)
    }
  })
  const beside = await askFor(MEASURED_MS / 2)
  stop.abort()
  await Promise.all(calls)
  const share = beside.answered / beside.times.length
  const ratio = shareOf(beside.times, 0.95) / shareOf(alone.times, 0.95)
  return [
    atMost('20 analysts beside a greedy user, not answered', [100 * (1 - share)], '%', 5),
    atMost('the same, 95 of 100 queries within, of the time alone', [ratio], '×', 3),
  ]
}

const questionsOf = ({ url }: Program): Promise<number> =>
  metricOf(url, /http_requests_total\{.*route="\/energia\/common-query".*\} (\d+)/g)

/** The same analysts in front of nginx with our example of a cache. */
export async function measureCachedCrowds(): Promise<Figure[]> {
  const location = await createFilled('PostgreSQL', FIRST_YEAR, FIRST_YEAR + 2)
  const database = await keepOpen(location)
  const tokens = await addAnalysts(database, Math.max(...CACHED_CROWDS))
  afterwards(() => agent.destroy())
  const server = await startProduct(location, { settings: { TOKEN_SECRET, TRUST_PROXY: '127.0.0.1' } })
  const cache = { url: await startCache(server), pid: server.pid }
  const figures: Figure[] = []
  for (const crowd of CACHED_CROWDS) {
    const different = new Set<string>()
    let asked = 0
    const before = await questionsOf(server)
    const ofCrowd = await measureCrowd(database, [cache], tokens.slice(0, crowd), (body) => {
      asked += 1
      different.add(`${Math.floor(performance.now() / KEPT_MS)} ${body}`)
    })
    const reached = (await questionsOf(server)) - before
    console.log(
      `${asked} queries, ${different.size} different in five seconds, ${reached} reached the server`,
    )
    figures.push(
      ...ofCrowd.map((figure) => ({ ...figure, what: `behind nginx’s cache: ${figure.what}` })),
      atMost(
        `${crowd.toLocaleString('en')} analysts behind nginx’s cache: questions to the server for a different answer and five seconds`,
        [reached / different.size],
        '×',
        1.1,
      ),
    )
  }
  return figures
}

/** Analysts with different cards and ranges on PostgreSQL: one server, then two on one machine. */
export async function measureCrowds(): Promise<Figure[]> {
  const location = await createFilled('PostgreSQL', FIRST_YEAR, FIRST_YEAR + 2)
  const database = await keepOpen(location)
  const [size] = await database.query<{ bytes: number }>(
    "SELECT (pg_total_relation_size('chunk') / (SELECT count(*) FROM series) / 3)::float AS bytes",
  )
  console.log(`${Math.round(size?.bytes ?? 0).toLocaleString('en')} bytes for an hourly series and year`)
  const tokens = await addAnalysts(database, Math.max(...CROWDS))
  afterwards(() => agent.destroy())
  const figures: Figure[] = []
  const servers: Program[] = []
  for (const _ of ['one server', 'two servers']) {
    servers.push(await startProduct(location, { settings: { TOKEN_SECRET } }))
    if (servers.length === 1) figures.push(...(await measureGreedyUser(servers[0]?.url ?? '', tokens)))
    for (const crowd of CROWDS)
      figures.push(...(await measureCrowd(database, servers, tokens.slice(0, crowd))))
  }
  return figures
}
