import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { MEMBER_CODES } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'

import { createLocation, keepOpen } from './databases.ts'
import { atMost, type Figure, inRounds } from './figures.ts'
import { startProduct, timeOfLivez, whenAtRest } from './programs.ts'

const ASK_EVERY_MS = 20
/** In questions. */
const COUNT_EVERY = 25
/** The forecast thread ends ten seconds after its last job. */
const THREAD_ENDS_MS = 15_000
const MAX_ROUND_MS = 300_000

/** Running time of each thread of a process, milliseconds. */
async function threadTimes(pid: number): Promise<Map<string, number>> {
  const ids = await readdir(`/proc/${pid}/task`)
  const times = ids.map(async (id) => {
    // Time running, time waiting (both nanoseconds) and number of time slices. A thread may have ended meanwhile.
    const text = await readFile(`/proc/${pid}/task/${id}/schedstat`, 'utf8').catch(() => '0')
    return [id, Number(text.split(' ')[0]) / 1e6] as const
  })
  return new Map(await Promise.all(times))
}

/**
 * Removes tomorrow's runs, so that the server makes them again. Measures processor time of the threads started after that, and the slowest
 * answer.
 */
async function makeRunsAgain(url: string, pid: number, database: Database) {
  const before = await threadTimes(pid)
  const today = new Date().toISOString().slice(0, 10)
  await database.transaction(async (connection) => {
    await connection.query('DELETE FROM forecast_run WHERE delivery_day > $1::date', [today])
    await connection.query('UPDATE revision SET number = number + 1')
  })
  const countRuns = async () => {
    const [row] = await database.query<{ runs: number }>(
      'SELECT count(DISTINCT area)::int AS runs FROM forecast_run WHERE delivery_day > $1::date',
      [today],
    )
    return row?.runs ?? 0
  }
  let slowestMs = 0
  const endMs = performance.now() + MAX_ROUND_MS
  for (let asked = 1; asked % COUNT_EVERY > 0 || (await countRuns()) < MEMBER_CODES.length; asked++) {
    if (performance.now() > endMs) throw new Error('The server does not make the runs again')
    slowestMs = Math.max(slowestMs, await timeOfLivez(url))
    await sleep(ASK_EVERY_MS)
  }
  const begun = [...(await threadTimes(pid))].filter(([id]) => !before.has(id))
  const threadMs = begun.reduce((sum, [, ms]) => sum + ms, 0)
  if (threadMs === 0) throw new Error('No thread made the runs')
  await sleep(THREAD_ENDS_MS)
  return { threadS: threadMs / 1000, slowestMs }
}

/**
 * Tomorrow's forecasts of all areas with weather, on two years of demo data. On PostgreSQL, because a second process can access it; the
 * forecast thread is the same.
 */
export async function measureForecastRun(): Promise<Figure[]> {
  const location = await createLocation('PostgreSQL')
  const database = await keepOpen(location)
  const { url, pid } = await startProduct(location, { settings: { SOURCE: 'demo' } })
  await whenAtRest(pid)
  await sleep(THREAD_ENDS_MS)
  const runs = await inRounds(3, 0, () => makeRunsAgain(url, pid, database))
  const [times, answers] = [runs.map(({ threadS }) => threadS), runs.map(({ slowestMs }) => slowestMs)]
  return [
    atMost('a forecast run of all areas with weather, time of its thread', times, 's', 4),
    atMost('slowest `/livez` meanwhile', answers, 'ms', 100),
  ]
}
