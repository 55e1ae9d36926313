import { Agent, request } from 'node:http'

import { QUERY_PATH } from '#contract/query.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Every analyst runs a query this often. */
export const QUERY_EVERY_S = 10
/** Queries come in this many kinds, one after the other. */
const KINDS_OF_QUERY = 4

const wall = (utc: number) => new Date(utc).toISOString().slice(0, 16).replace('T', ' ')

interface Query {
  area: string
  time: string[]
}

/**
 * The queries of analysts, four in turn: a week of a country that everybody looks at, a year of a group that nobody has asked for
 * before, and twice a week of a country that nobody has asked for before.
 */
function createQueries(): () => Query {
  const firstUtc = Date.UTC(2025, 0, 2)
  let asked = 0
  return () => {
    asked += 1
    if (asked % KINDS_OF_QUERY === 0) return { area: 'DE', time: ['2025-06-02 00:00', '2025-06-08 23:59'] }
    const isYear = asked % KINDS_OF_QUERY === 2
    // Begins at another minute each time, so that no cache knows it.
    const fromUtc = firstUtc + (asked % (isYear ? 1439 : 480_000)) * MINUTE_MS
    const days = isYear ? 363 : 7
    return { area: isYear ? 'CWE' : 'FR', time: [wall(fromUtc), wall(fromUtc + days * DAY_MS)] }
  }
}

export interface Analysts {
  /** Sends the next query. Each server gets every kind of query equally often. Gives the status of the answer. */
  ask: () => Promise<number>
  leave: () => void
}

/** Every query has its own connection as soon as all others are in use, so that none waits for another on our side. */
export function createAnalysts(urls: readonly string[], token: string): Analysts {
  const agent = new Agent({ keepAlive: true })
  const nextQuery = createQueries()
  let sent = 0
  return {
    ask() {
      const body = JSON.stringify({ category: 'Residual Load', frequency: 'H', ...nextQuery() })
      const url = `${urls[Math.floor(sent / KINDS_OF_QUERY) % urls.length] ?? ''}${QUERY_PATH}`
      sent += 1
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return new Promise((resolve, reject) => {
        request(url, { method: 'POST', agent, headers }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0))
        })
          .on('error', reject)
          .end(body)
      })
    },
    leave: () => agent.destroy(),
  }
}
