import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { MEMBER_CODES } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'

import { atMost, type Figure, median, timeOf } from './figures.ts'
import { startProduct, whenAtRest, withDatabase } from './programs.ts'

const ROUNDS = 3
const ASK_EVERY_MS = 20
/** The thread of the forecasts ends ten seconds after its last job. */
const THREAD_ENDS_MS = 15_000
const MAX_ROUND_MS = 300_000

/** How long each thread of a process has run, in milliseconds. */
async function threadTimes(pid: number): Promise<Map<string, number>> {
  const ids = await readdir(`/proc/${pid}/task`)
  const times = ids.map(async (id) => {
    // Time running and time waiting, both in nanoseconds, and the number of time slices. A thread may have ended meanwhile.
    const [onProcessor] = (
      await readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8').catch(() => '0')
    ).split(' ')
    return [id, Number(onProcessor) / 1e6] as const
  })
  return new Map(await Promise.all(times))
}

async function countRuns(database: Database): Promise<number> {
  const [row] = await database.query<{ runs: number }>(
    'SELECT count(DISTINCT area)::int AS runs FROM forecast_run WHERE delivery_day > $1::date',
    [new Date().toISOString().slice(0, 10)],
  )
  return row?.runs ?? 0
}

interface Round {
  /** Processor time of the threads that began after the runs were due. */
  threadMs: number
  slowestLivezMs: number
}

/** Takes away tomorrow's runs, so that the server makes them again, and watches it. */
async function makeRunsAgain(url: string, pid: number, database: Database): Promise<Round> {
  const before = new Set((await threadTimes(pid)).keys())
  const begun = new Map<string, number>()
  const today = new Date().toISOString().slice(0, 10)
  await database.transaction(async (connection) => {
    await connection.query('DELETE FROM forecast_run WHERE delivery_day > $1::date', [today])
    await connection.query('UPDATE revision SET number = number + 1')
  })
  let slowestLivezMs = 0
  const endMs = performance.now() + MAX_ROUND_MS
  for (let runs = 0; runs < MEMBER_CODES.length; runs = await countRuns(database)) {
    if (performance.now() > endMs) throw new Error('The server does not make the runs again')
    const livezMs = await timeOf(async () => (await fetch(`${url}/livez`)).arrayBuffer())
    slowestLivezMs = Math.max(slowestLivezMs, livezMs)
    for (const [id, ms] of await threadTimes(pid)) if (!before.has(id) && ms > 0) begun.set(id, ms)
    await sleep(ASK_EVERY_MS)
  }
  const threadMs = [...begun.values()].reduce((sum, ms) => sum + ms, 0)
  if (threadMs === 0) throw new Error('No thread made the runs')
  await sleep(THREAD_ENDS_MS)
  return { threadMs, slowestLivezMs }
}

/**
 * Tomorrow's forecasts of all areas with weather, in the built product on two years of demo data. On PostgreSQL, because a second
 * process can reach the database there; the thread of the forecasts is the same.
 */
export async function measureForecastRun(): Promise<Figure[]> {
  return withDatabase('PostgreSQL', async ({ location, database }) => {
    const { url, pid, stop } = await startProduct(location, { source: 'demo', processor: null })
    try {
      await whenAtRest(pid)
      await sleep(THREAD_ENDS_MS)
      const rounds: Round[] = []
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await makeRunsAgain(url, pid, database))
      const threadS = median(rounds.map(({ threadMs }) => threadMs)) / 1000
      return [
        atMost('a forecast run of all areas with weather, time of its thread', threadS, 's', 4),
        atMost(
          'slowest `/livez` meanwhile',
          median(rounds.map(({ slowestLivezMs }) => slowestLivezMs)),
          'ms',
          100,
        ),
      ]
    } finally {
      await stop()
    }
  })
}
