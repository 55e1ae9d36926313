import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import { QUERY_PATH } from '#contract/query.ts'

import { atMost, type Figure } from './figures.ts'
import { processorS, residentMb, signIn, startProduct, whenAtRest, withFolder } from './programs.ts'

const CONNECTIONS = 200
const QUERIES_S = 20
const WATCH_EVERY_MS = 50
/** The thread of the forecasts ends ten seconds after its last job, and its memory is given back. */
const THREAD_ENDS_MS = 30_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const FillSchema = z.object({ parts: z.object({ values: z.object({ isReady: z.boolean() }) }) })

const wall = (utc: number) => new Date(utc).toISOString().slice(0, 16).replace('T', ' ')

/** The next of many queries: mostly a week of a country, every fourth the year of a group; each begins at another minute. */
function createQueries(): () => string {
  let asked = 0
  return () => {
    asked += 1
    const isYear = asked % 4 === 0
    const fromUtc = Date.now() - 400 * DAY_MS + (asked % 20_000) * MINUTE_MS
    const time = [wall(fromUtc), wall(fromUtc + (isYear ? 363 : 7) * DAY_MS)]
    return JSON.stringify({ category: 'Residual Load', area: isYear ? 'CWE' : 'FR', time, frequency: 'H' })
  }
}

/** Sends a query on a connection of its own, as long as all others are in use, and gives the status of the answer. */
function ask(url: string, token: string, agent: Agent, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    request(url + QUERY_PATH, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end(body)
  })
}

/** The largest memory of a server in MB while 200 connections ask for 20 s without a pause. */
export async function memoryUnderQueries(
  { url, pid }: { url: string; pid: number },
  token: string,
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const nextQuery = createQueries()
  const endMs = performance.now() + QUERIES_S * 1000
  const askOn = async () => {
    while (performance.now() < endMs) await ask(url, token, agent, nextQuery())
  }
  let peakMb = 0
  const watch = async () => {
    while (performance.now() < endMs) {
      peakMb = Math.max(peakMb, await residentMb(pid))
      await sleep(WATCH_EVERY_MS)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CONNECTIONS }, askOn)])
  agent.destroy()
  return peakMb
}

/** Waits until a server has read the values of the first fill, which is before its first forecasts. */
async function whenFilled(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/readyz`)
    const state = FillSchema.safeParse(await response.json())
    if (state.data?.parts.values.isReady === true) return
    await sleep(200)
  }
}

/** The first fill with demo data, the memory afterwards, at rest and while 200 connections ask, and the second start. */
export async function measureStart(): Promise<Figure[]> {
  return withFolder(async (dataDir) => {
    const first = await startProduct({ dataDir }, { source: 'demo', processor: null, readyPath: '/livez' })
    await whenFilled(first.url)
    const fillS = await processorS(first.pid)
    await whenAtRest(first.pid)
    await sleep(THREAD_ENDS_MS)
    const idleMb = await residentMb(first.pid)
    const { token } = await signIn(first.url)
    const busyMb = await memoryUnderQueries(first, token)
    await first.stop()
    const startMs = performance.now()
    const second = await startProduct(
      { dataDir },
      { source: 'demo', processor: null, program: 'scripts/start.js' },
    )
    const secondMs = performance.now() - startMs
    await second.stop()
    return [
      atMost('second `npm start`, until it is ready', secondMs / 1000, 's', 3),
      atMost('first fill of two years of demo data, processor time', fillS, 's', 20),
      atMost('memory at rest', idleMb, 'MB', 350),
      atMost(`memory under ${CONNECTIONS} connections`, busyMb, 'MB', 600),
    ]
  })
}
