import { setTimeout as sleep } from 'node:timers/promises'

import { QUERY_PATH } from '#contract/query.ts'
import { createSeriesStore } from '#server/series/series-store.ts'

import { makePostgresql } from './bench-database.ts'
import { compare, type Figure, inTurns } from './figure.ts'
import { signIn, startProduct } from './product.ts'
import type { Program } from './programs.ts'
import { fillYears } from './test-market.ts'

const CONNECTIONS = 16
const SECONDS = 4
const ROUNDS = 5
const WARM_UPS = 1
const DAY_MS = 86_400_000

const wall = (utc: number) => new Date(utc).toISOString().slice(0, 16).replace('T', ' ')
let asked = 0

/** A week that every request asks for, and a year that no request has asked for before. */
const QUERIES = {
  'a week, known to the server': () => ['2025-06-02 00:00', '2025-06-08 23:59'],
  'a year, new to the server': () => {
    asked += 1
    const fromUtc = Date.UTC(2024, 0, 2) + (asked % 300) * DAY_MS + (asked % 1439) * 60_000
    return [wall(fromUtc), wall(fromUtc + 365 * DAY_MS)]
  },
} as const

/** Answers a second of a closed loop over some servers, each with the same number of connections. Rejects if any call fails. */
async function rateOf(
  servers: readonly Program[],
  token: string,
  time: () => readonly string[],
): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const endMs = performance.now() + SECONDS * 1000
  let answered = 0
  const ask = async (url: string) => {
    while (performance.now() < endMs) {
      const body = JSON.stringify({ category: 'Residual Load', area: 'CWE', time: time(), frequency: 'H' })
      const answer = await fetch(url + QUERY_PATH, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`A server answers ${answer.status}`)
      answered += 1
    }
  }
  const urls = Array.from({ length: CONNECTIONS }, (_, index) => servers[index % servers.length]?.url ?? '')
  await Promise.all(urls.map(ask))
  return answered / SECONDS
}

/**
 * One and two servers on one PostgreSQL. Servers, database and client share the processors of the machine: where one server and its
 * clients fill them, a second server must not cost much.
 */
export async function measureSeveralServers(): Promise<Figure[]> {
  const bench = await makePostgresql()
  await fillYears(createSeriesStore(bench.database), 2024, 2025)
  const servers: Program[] = []
  try {
    for (let server = 0; server < 2; server += 1)
      servers.push(await startProduct(bench.location, 'none', null))
    // They have just started.
    await sleep(1000)
    const { token } = await signIn(servers[0]?.url ?? '')
    const figures: Figure[] = []
    for (const [what, time] of Object.entries(QUERIES)) {
      const rates = await inTurns(ROUNDS, WARM_UPS, {
        product: () => rateOf(servers, token, time),
        reference: () => rateOf(servers.slice(0, 1), token, time),
      })
      const figure = {
        what: `two servers, ${what}`,
        against: 'one server on the same PostgreSQL',
        unit: 'answers/s',
      }
      figures.push(compare({ ...figure, limit: 0.8, isAtLeast: true }, rates))
    }
    return figures
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    await bench.remove()
  }
}
