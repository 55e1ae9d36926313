import { expect, onTestFinished, test, vi } from 'vitest'

import { LEADERS_PATH } from '#contract/accuracy.ts'
import { QUERY_PATH } from '#contract/query.ts'
import { SERIES_PATH } from '#contract/series.ts'
import { SETTINGS_PATH } from '#contract/settings.ts'
import { STATUS_PATH } from '#contract/status.ts'
import { createPasswords } from '#server/auth/passwords.ts'
import { createUsers } from '#server/auth/users.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { openSignedInApp, requestToken } from '#server/testing/app.ts'
import { openTestDatabase } from '#server/testing/database.ts'

const JOE = { username: 'joe', password: 'the long password of joe' }
const GRAPH = {
  category: 'wind',
  area: 'DE',
  time: ['2026-11-01 00:00', '2026-11-08 00:00'],
  frequency: 'H',
}
const NOW_UTC = Date.UTC(2026, 10, 20, 12)
const HELD_UP_MS = 400
/** As they are without the fake clock. */
const { setInterval: everyMs, clearInterval: stop } = globalThis

/** A database whose statements of a kind wait until they are let go. */
function holdBack(database: Database, held: RegExp) {
  let letGo = () => {}
  const gate = new Promise<void>((resolve) => (letGo = resolve))
  let waiting = 0
  const wait = async (text: string) => {
    if (!held.test(text)) return
    waiting += 1
    await gate
  }
  const slow: Database = {
    ...database,
    async query<Row extends object>(text: string, parameters?: readonly unknown[]) {
      await wait(text)
      return database.query<Row>(text, parameters)
    },
    async copyOut(select) {
      await wait(select)
      return database.copyOut(select)
    },
  }
  return { slow, letGo: () => letGo(), waiting: () => waiting }
}

/** The product with two signed-in users, on a database that is slow with what `held` matches. */
async function open(held: RegExp) {
  const database = await openTestDatabase()
  // What is held back would be refused after some seconds, which a busy machine needs for the rest of a test.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const powerMw = new Float64Array(24 * 30).fill(1000)
  await createSeriesStore(database).mirror(
    (['load', 'solar', 'wind'] as const).map((quantity) => ({
      area: 'DE' as const,
      kind: 'actual' as const,
      quantity,
      startsAtUtc: Date.UTC(2026, 9, 20),
      stepMinutes: 60 as const,
      powerMw,
    })),
    [],
    { source: 'test', fetchedAtUtc: NOW_UTC },
  )
  await createUsers(database).add(JOE.username, await createPasswords().hash(JOE.password))
  const { slow, letGo, waiting } = holdBack(database, held)
  const app = await openSignedInApp(slow, () => NOW_UTC)
  onTestFinished(letGo)
  const token = (await requestToken(app.server, JOE)).json<{ access_token: string }>().access_token
  const asJoe = { authorization: `Bearer ${token}` }
  return { ...app, asJoe, letGo, waiting }
}

/** The first of the calls to be answered. Tokens are checked side by side, so which call comes first is not certain. */
async function firstAnswered<Response>(calls: readonly Promise<Response>[], count: number) {
  const answered: Response[] = []
  for (const call of calls) void call.then((response) => answered.push(response))
  await expect.poll(() => answered.length).toBe(count)
  return answered
}

test('many costly calls of one user are made one after the other or refused at once, and hold nobody else', async () => {
  const { post, asJoe, letGo, waiting } = await open(/forecast_run.*ANY/s)
  const days = Array.from({ length: 12 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)
  const leaders = days.map((day) => post(LEADERS_PATH, { day }))
  await expect.poll(waiting).toBe(1)
  const refused = await firstAnswered(leaders, 9)
  expect(refused.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual(
    refused.map(() => [503, '2']),
  )
  expect(refused[0]?.json()).toEqual({
    error: 'Too many new answers are waiting; try again in a moment.',
  })
  expect((await post(QUERY_PATH, GRAPH, asJoe)).statusCode).toBe(200)
  expect((await post(QUERY_PATH, GRAPH)).statusCode).toBe(200)
  expect(waiting()).toBe(1)
  letGo()
  const statuses = (await Promise.all(leaders)).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  // What was made is not made again.
  const before = waiting()
  expect((await post(LEADERS_PATH, { day: days[statuses.indexOf(200)] })).statusCode).toBe(200)
  expect(waiting()).toBe(before)
})

test('large series of one user are counted by what they cost, and hold nobody else', async () => {
  const { get, post, asJoe, letGo, waiting } = await open(/power_mw FROM chunk/)
  const url = (to: number) =>
    `${SERIES_PATH}?area=CWE,CEE&quantity=residual&kind=actual,tso&from=2017-01-01&to=2026-10-0${to}`
  const series = [1, 2, 3, 4].map((to) => get(url(to)))
  await expect.poll(waiting).toBe(1)
  const refused = await firstAnswered(series, 3)
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503])
  const graph = post(QUERY_PATH, GRAPH, asJoe)
  await expect.poll(waiting).toBeGreaterThan(1)
  letGo()
  expect((await graph).statusCode).toBe(200)
  const statuses = (await Promise.all(series)).map(({ statusCode }) => statusCode)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 503, 503, 503])
})

test('sign-in, status and settings are answered while the thread is held up and all answers wait', async () => {
  const { server, get, post, letGo, waiting } = await open(/power_mw FROM chunk/)
  const days = Array.from({ length: 28 }, (_, index) => `2026-10-${String(index + 1).padStart(2, '0')}`)
  const graphs = days.map((day) => post(QUERY_PATH, { ...GRAPH, time: [`${day} 00:00`, '2026-11-01 00:00'] }))
  await expect.poll(waiting).toBeGreaterThan(0)
  const holding = everyMs(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS), 1)
  onTestFinished(() => stop(holding))
  for (let round = 0; round < 5; round += 1) {
    const { statusCode } = await server.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(JOE).toString(),
    })
    expect([statusCode, (await get(SETTINGS_PATH)).statusCode, (await get(STATUS_PATH)).statusCode]).toEqual([
      200, 200, 200,
    ])
  }
  stop(holding)
  letGo()
  expect(new Set((await Promise.all(graphs)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
})
