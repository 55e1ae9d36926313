import { setTimeout as sleep } from 'node:timers/promises'

import { LEADERS_PATH } from '#contract/accuracy.ts'
import { DATA_DAYS_PATH } from '#contract/data-days.ts'
import { DAY_SHEET_PATH } from '#contract/forecast.ts'
import { DAY_MS, MINUTE_MS } from '#contract/time.ts'
import { addAnalysts } from '#server/testing/analysts.ts'

import { atMost, type Figure, inRounds, timeOf } from './figures.ts'
import {
  ask,
  createFolder,
  processorS,
  queryBody,
  residentMb,
  signIn,
  startProduct,
  stateOfValues,
  whenAtRest,
} from './programs.ts'

const CONNECTIONS = 200
const QUERIES_S = 20
const WATCH_EVERY_MS = 50
/** The forecast thread ends ten seconds after its last job, and its memory is freed. */
const THREAD_ENDS_MS = 30_000

/** Largest memory of a server, MB, while 200 connections query for 20 s without a pause. */
export async function memoryUnderQueries(
  { url, pid }: { url: string; pid: number },
  adminToken: string,
): Promise<number> {
  const tokens = await addAnalysts(url, adminToken, CONNECTIONS / 10)
  const endMs = performance.now() + QUERIES_S * 1000
  let asked = 0
  const askOn = async () => {
    while (performance.now() < endMs) {
      asked += 1
      // Mostly a week of a country, every fourth a year of the group; each starts at another minute.
      const fromUtc = Date.now() - 400 * DAY_MS + (asked % 20_000) * MINUTE_MS
      const body = asked % 4 === 0 ? queryBody('CWE', fromUtc, 363) : queryBody('FR', fromUtc, 7)
      await ask(url, tokens[asked % tokens.length] ?? '', body, {})
    }
  }
  let peakMb = 0
  const watch = async () => {
    while (performance.now() < endMs) {
      peakMb = Math.max(peakMb, await residentMb(pid))
      await sleep(WATCH_EVERY_MS)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: CONNECTIONS }, askOn)])
  return peakMb
}

/** Calls over several weeks that pages wait for. */
const LONG_CALLS = [
  { title: 'accuracy of all countries', path: LEADERS_PATH },
  { title: 'data calendar', path: DATA_DAYS_PATH },
  { title: 'morning sheet', path: DAY_SHEET_PATH },
]

/** The first of these calls after a start, and their repetition. */
async function measureFirstCalls(url: string): Promise<Figure[]> {
  const headers = { authorization: `Bearer ${(await signIn(url)).token}` }
  const figures: Figure[] = []
  for (const { title, path } of LONG_CALLS) {
    const call = () =>
      timeOf(async () => {
        const response = await fetch(url + path, { headers })
        await response.arrayBuffer()
        if (!response.ok) throw new Error(`${path} answers ${response.status}`)
      })
    const first = await call()
    const later = await inRounds(5, 0, call)
    figures.push(
      atMost(`${title}, first call after a start`, [first], 'ms', 1000, true),
      atMost(`${title}, later calls`, later, 'ms', 50),
    )
  }
  return figures
}

/** The first fill with demo data, the memory afterwards, at rest and under 200 connections, and the second start. */
export async function measureStart(): Promise<Figure[]> {
  const dataDir = await createFolder()
  const settings = { SOURCE: 'demo' }
  const first = await startProduct({ dataDir }, { settings, readyPath: '/livez' })
  // Values are ready before the first forecasts.
  while (!(await stateOfValues(first.url)).isReady) await sleep(200)
  const fillS = await processorS(first.pid)
  await whenAtRest(first.pid)
  await sleep(THREAD_ENDS_MS)
  const idleMb = await residentMb(first.pid)
  const busyMb = await memoryUnderQueries(first, (await signIn(first.url)).token)
  await first.stop()
  const startMs = performance.now()
  const second = await startProduct({ dataDir }, { settings, program: 'scripts/start.js' })
  const secondMs = performance.now() - startMs
  await whenAtRest(second.pid)
  const calls = await measureFirstCalls(second.url)
  return [
    atMost('second `npm start`, until it is ready', [secondMs / 1000], 's', 3),
    atMost('first fill of two years of demo data, processor time', [fillS], 's', 20),
    atMost('memory at rest', [idleMb], 'MB', 350),
    atMost(`memory under ${CONNECTIONS} connections`, [busyMb], 'MB', 600),
    ...calls,
  ]
}
