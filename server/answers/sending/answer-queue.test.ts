import { expect, onTestFinished, test, vi } from 'vitest'

import { LEADERS_PATH } from '#contract/accuracy.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { SETTINGS_PATH, STATUS_PATH } from '#contract/status.ts'
import type { Database } from '#server/database/database.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { addColleague, COLLEAGUE, openSignedInApp, requestToken } from '#server/testing/app.ts'
import { block, LOAD, FIRST } from '#server/testing/blocks.ts'
import { aroundQueries, openTestDatabase } from '#server/testing/database.ts'

const GRAPH = { category: 'wind', area: 'DE', time: ['2026-11-01 00:00', '2026-11-08 00:00'], frequency: 'H' }
const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const HELD_UP_MS = 400
/** As they are without the fake clock. */
const { setInterval: everyMs, clearInterval: stop } = globalThis

function holdBack(database: Database, held: RegExp) {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  let waiting = 0
  const slow = aroundQueries(database, async (text, query) => {
    if (held.test(text)) {
      waiting += 1
      await gate
    }
    return query()
  })
  return { slow, letGo: () => letGo(), waiting: () => waiting }
}

type Opened = Awaited<ReturnType<typeof open>>
type Headers = Readonly<Record<string, string>>
type Answer = { statusCode: number }

/** The product with two signed-in users, on a database that is slow with what `held` matches. */
async function open(held: RegExp) {
  const database = await openTestDatabase()
  // Without fake timers the queue would refuse the held work after some seconds, which a busy machine needs.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const powerMw = Array<number>(24 * 30).fill(1000)
  const month = QUANTITIES.map((quantity) => block({ ...LOAD, quantity }, Date.UTC(2026, 9, 20), 60, powerMw))
  await createSeriesStore(database).mirror(month, [], FIRST)
  const { slow, letGo, waiting } = holdBack(database, held)
  const app = await openSignedInApp(slow, () => NOW_UTC)
  onTestFinished(letGo)
  const asColleague = { authorization: `Bearer ${await addColleague(app)}` }
  return { ...app, asColleague, letGo, waiting }
}

test.each<[string, RegExp, (app: Opened, day: number, headers?: Headers) => Promise<Answer>]>([
  [
    'accuracies',
    /forecast_run.*ANY/s,
    ({ get }, day, headers) => get(`${LEADERS_PATH}?day=2026-11-1${day}`, headers),
  ],
  [
    'series',
    /AS base64\s+FROM chunk/,
    ({ get }, day, headers) =>
      get(
        `${SERIES_PATH}?area=CWE,CEE&quantity=residual&kind=actual&from=2017-01-01&to=2026-10-1${day}`,
        headers,
      ),
  ],
])('two %s of a user are made at a time, and leave places to others', async (_, held, ask) => {
  const app = await open(held)
  const calls = [0, 1, 2, 3].map((day) => ask(app, day))
  await expect.poll(app.waiting).toBe(2)
  calls.push(ask(app, 4, app.asColleague))
  await expect.poll(app.waiting).toBe(3)
  app.letGo()
  const statuses = (await Promise.all(calls)).map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(calls.map(() => 200))
})

test('sign-in, status and settings are answered while the thread is held up and all answers wait', async () => {
  const { server, get, post, letGo, waiting } = await open(/AS base64\s+FROM chunk/)
  const days = Array.from({ length: 14 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  const graphs = days.map((day) => post(QUERY_PATH, { ...GRAPH, time: [`${day} 00:00`, '2026-11-01 00:00'] }))
  await expect.poll(waiting).toBeGreaterThan(0)
  const holding = everyMs(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS), 1)
  onTestFinished(() => stop(holding))
  for (let round = 0; round < 5; round += 1) {
    const { statusCode } = await requestToken(server, COLLEAGUE)
    expect([statusCode, (await get(SETTINGS_PATH)).statusCode, (await get(STATUS_PATH)).statusCode]).toEqual([
      200, 200, 200,
    ])
  }
  stop(holding)
  letGo()
  expect(new Set((await Promise.all(graphs)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
