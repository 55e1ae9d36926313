import { randomUUID } from 'node:crypto'

import { expect, onTestFinished, test, vi } from 'vitest'

import { AlertListSchema, ALERTS_PATH, MadeAlertSchema, MAX_ALERTS } from '#contract/alerts.ts'
import type { NewAlert, ThresholdRule } from '#contract/alerts.ts'
import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { readDueBriefing } from '#server/answers/briefing.ts'
import { readSheetText } from '#server/answers/day/sheet-answer.ts'
import { createUsers } from '#server/auth/users.ts'
import { readFollowed as readFollowedAreas } from '#server/backend/dashboard-routes.ts'
import type { Database } from '#server/database/database.ts'
import { createEmbeddedDatabase } from '#server/database/embedded/embedded-database.ts'
import { openEmbeddedEngine } from '#server/database/embedded/engine.ts'
import { DatabaseError } from '#server/errors.ts'
import { readFinalForecast, readNewestRun, readRunChange } from '#server/forecast/runs/kept/read-runs.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createLogger } from '#server/logger.ts'
import { createReadMeans } from '#server/series/means/means.ts'
import { createRevision } from '#server/series/revision.ts'
import { QUANTITIES } from '#server/series/series.ts'
import { readDelays } from '#server/series/store/actual-delays.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/store/upload-store.ts'
import { addColleague, type Method, openSignedInApp, refusalOf } from '#server/testing/app.ts'
import { block, storeValues } from '#server/testing/blocks.ts'
import { describeOnBothEngines, openTestDatabase, aroundQueries } from '#server/testing/database.ts'
import { earlierSchema } from '#server/testing/earlier-schema.ts'
import { NOW } from '#server/testing/forecast-server.ts'
import { runOf, withFinalLoad } from '#server/testing/run-of.ts'
import { isSigned, startReceiver } from '#server/testing/services/webhook-receiver.ts'
import { openTestServer } from '#server/testing/source.ts'

import { createAlertStore } from './alert-store.ts'
import { createAlertWatch } from './alert-watch.ts'
import { createSendMessage } from './send-message.ts'

const ALERT: Omit<ThresholdRule, 'url'> = {
  name: 'High residual load',
  area: 'DE',
  measure: 'residual',
  side: 'above',
  thresholdMw: 1600,
  hours: 24,
}
/** Of a rule that watches no values. */
const PLAIN = { area: null, side: null, thresholdMw: null, hours: null } as const
const TEXT =
  'High residual load: Residual load, forecast, in Germany above 1,600 MW in the next 24 hours. First 1,601 MW on Wed, Jun 11, 11:00, furthest 1,608 MW on Wed, Jun 11, 18:00 (Brussels), 8 hours.'
const FAST = { retries: 2, minTimeout: 1, factor: 1 }

/** The parts of a watch. */
function partsOf(database: Database, clock = () => NOW) {
  const series = createSeriesStore(database)
  const runs = createRunStore(database, series)
  const readMeans = createReadMeans({ series, clock })
  const readFollowed = async (userId: number) => readFollowedAreas(database, userId)
  const parts = { readMeans, store: runs, series, uploads: createUploadStore(database) }
  const briefing = { ...parts, database, clock, source: null, site: null, readFollowed }
  return {
    database,
    readMeans,
    readFinal: (...asked: [MemberCode, Span]) => readFinalForecast(runs, ...asked),
    readDelays: async (area: MemberCode, nowUtc: number) =>
      readDelays({ database, series, source: 'test' }, [area], nowUtc),
    readChange: (...asked: [MemberCode, Span]) => readRunChange(runs, ...asked),
    readNewestRun: () => readNewestRun(runs),
    readSheet: (day: string) => readSheetText(parts, day),
    readDueBriefing: (userId: number) => readDueBriefing(briefing, userId),
    revision: createRevision(database),
    clock,
    logger: createLogger('silent', { write: () => undefined }),
    leadership: { isLeader: () => true },
  }
}

const watchOf = (
  database: Database,
  hosts: string[],
  parts: Partial<Parameters<typeof createAlertWatch>[0]> = {},
) =>
  createAlertWatch({
    ...partsOf(database, parts.clock),
    send: createSendMessage({ hosts, clock: parts.clock ?? (() => NOW), retry: FAST }),
    hosts,
    ...parts,
  })

async function checkWatch(watch: ReturnType<typeof createAlertWatch>) {
  await watch.checkOnce(new AbortController().signal)
  await watch.untilSent()
}

async function open(given?: Database, allowed: readonly string[] = []) {
  const database = given ?? (await openTestDatabase())
  const receiver = await startReceiver()
  const app = await openSignedInApp(database, () => NOW, { ALERT_HOSTS: [receiver.host, ...allowed].join() })
  const alerts = createAlertStore(database)
  const runs = createRunStore(database, createSeriesStore(database))
  const watch = (hosts = [receiver.host], sending: Partial<Parameters<typeof createSendMessage>[0]> = {}) =>
    watchOf(database, hosts, {
      send: createSendMessage({ hosts, clock: () => NOW, retry: FAST, ...sending }),
    })
  const list = async () =>
    AlertListSchema.parse((await app.get(ALERTS_PATH)).json<unknown>()).alerts.map(
      ({ isCrossed, lastMessage }) => ({
        isCrossed,
        failure: lastMessage?.failure,
        endedAt: lastMessage?.endedAt,
      }),
    )
  return {
    ...app,
    alerts,
    runs,
    receiver,
    watch,
    list,
    make: async (change: Partial<NewAlert> = {}) =>
      MadeAlertSchema.parse(
        (await app.post(ALERTS_PATH, { ...ALERT, url: receiver.url, ...change })).json<unknown>(),
      ),
    /** A run of tomorrow, or of another day, whose final residual load begins at this many MW and rises by one each hour. */
    forecast: (powerMw: number, day = '2025-06-11') =>
      runs.add([withFinalLoad(runOf('DE', day), (hour) => powerMw + 200 + hour)]),
    checkOnce: (one = watch()) => checkWatch(one),
  }
}

describeOnBothEngines('alerts', (openDatabase) => {
  test('send one signed message for each crossing', async () => {
    const { make, forecast, checkOnce, watch, receiver, list } = await open(await openDatabase())
    const { secret, isCrossed } = await make()
    expect(isCrossed, 'it has not been looked at').toBeNull()
    expect(await list()).toMatchObject([{ isCrossed: null }])
    const one = watch()
    await forecast(1000)
    await checkOnce(one)
    expect(await list()).toMatchObject([{ isCrossed: false }])
    expect(receiver.messages).toEqual([])
    await forecast(1590)
    await checkOnce(one)
    expect(receiver.messages).toHaveLength(1)
    const [message] = receiver.messages
    if (message === undefined) throw new Error('No message')
    expect(isSigned(message, secret)).toBe(true)
    expect(isSigned({ ...message, text: message.text.replace('1601', '1600') }, secret)).toBe(false)
    expect(message.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-timestamp': String(NOW / 1000),
    })
    expect(JSON.parse(message.text)).toEqual({
      type: 'alert.crossed',
      timestamp: '2025-06-10T16:30:00Z',
      text: TEXT,
      content: TEXT,
      data: {
        rule: ALERT,
        first: { startsAt: '2025-06-11T09:00:00Z', powerMw: 1601 },
        furthest: { startsAt: '2025-06-11T16:00:00Z', powerMw: 1608 },
        hours: 8,
      },
    })
    for (const powerMw of [1700, 1450, 1700]) {
      await forecast(powerMw)
      await checkOnce(one)
    }
    expect(receiver.messages).toHaveLength(1)
    expect(await list()).toMatchObject([{ isCrossed: true, failure: null, endedAt: expect.any(String) }])
    await forecast(1000)
    await checkOnce(one)
    expect(await list()).toMatchObject([{ isCrossed: false }])
    await forecast(2000)
    await checkOnce(one)
    expect(receiver.messages).toHaveLength(2)
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
  })

  test('make one message although two servers look at once', async () => {
    const { make, forecast, watch, receiver } = await open(await openDatabase())
    await make()
    await forecast(2000)
    const stop = new AbortController()
    const [one, other] = [watch(), watch()]
    await Promise.all([one.checkOnce(stop.signal), other.checkOnce(stop.signal)])
    await Promise.all([one.untilSent(), other.untilSent()])
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })
})

test('a message that was sent is not sent again while its end cannot be stored, and once more at most after a restart', async () => {
  const { database, make, forecast, receiver, list } = await open()
  await make()
  await forecast(2000)
  let isFull = true
  const full = aroundQueries(database, (text, query) =>
    isFull && text.includes('SET ended_at')
      ? Promise.reject(new DatabaseError('no room', { fault: 'full' }))
      : query(),
  )
  const logLines: string[] = []
  const logger = createLogger('warn', { write: (line: string) => logLines.push(line) })
  const begin = () => watchOf(full, [receiver.host], { logger })
  const one = begin()
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  for (let round = 0; round < 5; round += 1) await checkWatch(one)
  expect(receiver.messages).toHaveLength(1)
  expect(logLines).toEqual([expect.stringMatching(/"messages":1,.*cannot be stored/)])
  vi.advanceTimersByTime(60_000)
  await checkWatch(one)
  expect(logLines, 'one line a minute').toHaveLength(2)
  const afterRestart = begin()
  for (let round = 0; round < 5; round += 1) await checkWatch(afterRestart)
  expect(receiver.messages).toHaveLength(2)
  isFull = false
  await checkWatch(afterRestart)
  expect(await list()).toMatchObject([{ failure: null, endedAt: expect.any(String) }])
  // A message that was given up is not begun again either.
  isFull = true
  receiver.statuses = [404]
  await make({ name: 'Another' })
  for (let round = 0; round < 5; round += 1) await checkWatch(afterRestart)
  expect(receiver.messages).toHaveLength(3)
})

test('an alert on tomorrow rings once for each delivery day that crosses, however the clock steps', async () => {
  const { database, make, forecast, receiver } = await open()
  await make({ hours: 'tomorrow', thresholdMw: 1500 })
  let now = NOW
  const watch = watchOf(database, [receiver.host], { clock: () => now })
  const forecasts = [
    // It is crossed, ends, and is crossed again within the day.
    ['2025-06-11', [2000, 1000, 2000]],
    ['2025-06-12', [2000]],
    // The clock steps back by a day, and forward again.
    ['2025-06-11', [2000, 1000, 2001]],
    ['2025-06-12', [2000]],
    ['2025-06-13', [2000]],
  ] as const
  for (const [day, powersMw] of forecasts) {
    now = NOW + Date.parse(day) - Date.parse('2025-06-11')
    for (const powerMw of powersMw) {
      await forecast(powerMw, day)
      await checkWatch(watch)
    }
  }
  expect(receiver.messages.map(({ text }) => /First \S+ MW on ([^,]+, [^,]+)/.exec(text)?.[1])).toEqual([
    'Wed, Jun 11',
    'Thu, Jun 12',
    'Fri, Jun 13',
  ])
})

test('an alert on tomorrow that was crossed by an earlier version rings on the next delivery day', async () => {
  const receiver = await startReceiver()
  const engine = await openEmbeddedEngine({})
  onTestFinished(() => engine.close())
  // Before delivery days were stored.
  const earlier = await createEmbeddedDatabase(engine, earlierSchema(22))
  const [user] = await earlier.query<{ id: number }>(
    "INSERT INTO app_user (name, name_key, password_hash) VALUES ('zoe', 'zoe', 'hash') RETURNING id",
  )
  const rule = randomUUID()
  await earlier.query(
    `INSERT INTO alert_rule (id, user_id, name, area, measure, side, threshold_mw, url, secret, is_crossed)
     VALUES ($1, $2, 'High', 'DE', 'residual', 'above', 1500, $3, 'whsec_AAAA', true)`,
    [rule, user?.id, receiver.url],
  )
  // Half past midnight in Brussels is still the day before in UTC.
  await earlier.query(
    `INSERT INTO alert_message (id, rule_id, body, created_at, ended_at) VALUES ($1, $2, '{}', $3, $3)`,
    [randomUUID(), rule, '2025-06-09T22:30Z'],
  )
  const database = await createEmbeddedDatabase(engine)
  const runs = createRunStore(database, createSeriesStore(database))
  let now = NOW
  const watch = watchOf(database, [receiver.host], { clock: () => now })
  for (const [day, messages] of [['2025-06-11', 0] as const, ['2025-06-12', 1] as const]) {
    await runs.add([withFinalLoad(runOf('DE', day), () => 2200)])
    await checkWatch(watch)
    expect([day, receiver.messages.length]).toEqual([day, messages])
    now += DAY_MS
  }
})

test('a message that fails once another server leads stays for that server', async () => {
  const { database, make, forecast, checkOnce, receiver, list } = await open()
  await make()
  await forecast(2000)
  receiver.statuses = [404]
  let isLeader = true
  const one = watchOf(database, [receiver.host], { leadership: { isLeader: () => isLeader } })
  await one.checkOnce(new AbortController().signal)
  isLeader = false
  await one.untilSent()
  expect(await list()).toMatchObject([{ isCrossed: true, endedAt: null }])
  receiver.statuses = [200]
  await checkOnce()
  expect(await list()).toMatchObject([{ failure: null, endedAt: expect.any(String) }])
})

test('a server that stops leaves its message to the next leader', async () => {
  const { make, forecast, checkOnce, watch, receiver, list } = await open()
  await make()
  await forecast(2000)
  receiver.statuses = [0, 200]
  const stop = new AbortController()
  const stopped = watch()
  await stopped.checkOnce(stop.signal)
  await expect.poll(() => receiver.messages.length).toBe(1)
  stop.abort()
  await stopped.untilSent()
  expect(await list()).toMatchObject([{ isCrossed: true, endedAt: null }])
  await checkOnce()
  expect(receiver.messages[1]?.headers['webhook-id']).toBe(receiver.messages[0]?.headers['webhook-id'])
  expect(await list()).toMatchObject([{ failure: null, endedAt: expect.any(String) }])
})

test.each([
  [[503, 500, 200], 3, null],
  [[404], 1, 'The receiver answered 404.'],
  [[302], 1, 'The receiver answered 302, and redirects are not followed.'],
  [[500], 3, 'The receiver answered 500.'],
  [[0], 3, 'The receiver did not answer in time.'],
])('statuses %j end a message after %i attempts, with the reason', async (statuses, attempts, failure) => {
  const { make, forecast, checkOnce, receiver, list } = await open()
  const elsewhere = await startReceiver()
  await make()
  await forecast(2000)
  Object.assign(receiver, { statuses, location: elsewhere.url })
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  if (statuses[0] === 0) vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300))
  await checkOnce()
  vi.restoreAllMocks()
  expect(receiver.messages).toHaveLength(attempts)
  expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  expect(elsewhere.messages).toEqual([])
  expect(await list()).toMatchObject([{ failure, endedAt: expect.any(String) }])
  await checkOnce()
  expect(receiver.messages).toHaveLength(attempts)
})

test('six users with 120 rules at a silent receiver hold up neither alert nor test of another user at its host', async () => {
  const asked = { silent: 0, good: 0 }
  const { url } = await openTestServer(({ pathname }, response) => {
    const path = pathname === '/good' ? 'good' : 'silent'
    asked[path] += 1
    if (path === 'good') response.end()
  })
  const { host } = new URL(url)
  const { alerts, database, signIn, send, runs } = await open(undefined, [host])
  const users = createUsers(database)
  const addRule = (userId: number, name: string, path: string) =>
    alerts.add(database, userId, { ...ALERT, name, url: `http://${host}${path}` })
  for (let user = 0; user < 6; user += 1) await users.add(`user ${user}`, 'a hash')
  for (const { id, name } of await users.list())
    if (name.startsWith('user '))
      for (let number = 0; number < MAX_ALERTS; number += 1) await addRule(id, `rule ${number}`, '/silent')
  const own = (await users.list()).find(({ name }) => !name.startsWith('user '))
  const { id } = await addRule(own?.id ?? 0, 'good', '/good')
  await runs.add([withFinalLoad(runOf('DE', '2025-06-11'), () => 2200)])
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(2000))
  onTestFinished(() => void vi.restoreAllMocks())
  const stop = new AbortController()
  const watch = watchOf(database, [host])
  await watch.checkOnce(stop.signal)
  await expect.poll(() => asked.silent).toBe(4)
  const test = await send('POST', `${ALERTS_PATH}/${id}/test`, await signIn())
  expect(test.json()).toEqual({ failure: null })
  expect(asked, 'the test has a place of its own').toEqual({ silent: 4, good: 1 })
  await expect.poll(() => asked.good, { timeout: 20_000 }).toBe(2)
  expect(asked.silent, 'of 120: the alert was in the second round').toBeLessThanOrEqual(8)
  stop.abort()
  await watch.untilSent()
})

test('a message whose rule is removed while it waits is not sent again', async () => {
  const { alerts, database, make, forecast, watch, receiver, list } = await open()
  const [user] = await database.query<{ id: number }>('SELECT id FROM app_user')
  const userId = user?.id ?? 0
  const { id } = await make()
  await forecast(2000)
  receiver.statuses = [500, 200]
  const stop = new AbortController()
  const slow = watch([receiver.host], { retry: { minTimeout: 600_000 } })
  await slow.checkOnce(stop.signal)
  await expect.poll(() => receiver.messages.length).toBe(1)
  await alerts.remove(userId, id)
  expect(await list()).toEqual([])
  await slow.checkOnce(stop.signal)
  await slow.untilSent()
  expect(receiver.messages).toHaveLength(1)
})

test('nothing goes to a host that the operator has removed, until it is allowed again', async () => {
  const { make, forecast, checkOnce, watch, receiver, list } = await open()
  await make()
  await forecast(2000)
  await checkOnce(watch(['hooks.example.org']))
  expect(receiver.messages).toEqual([])
  expect(await list()).toMatchObject([
    { failure: 'url must be on one of the hosts hooks.example.org.', endedAt: null },
  ])
  await checkOnce(watch([receiver.host]))
  expect(receiver.messages).toHaveLength(1)
  expect(await list()).toMatchObject([{ failure: null, endedAt: expect.any(String) }])
})

test('the alerts of a disabled user rest until the user is enabled again', async () => {
  const { database, make, forecast, checkOnce, watch, receiver } = await open()
  const users = createUsers(database)
  await users.add('joe', 'a hash', 'admin')
  const id = (await users.list()).find(({ name }) => name !== 'joe')?.id ?? 0
  const one = watch()
  await make()
  await users.change(id, { isDisabled: true })
  await forecast(2000)
  await checkOnce(one)
  expect(receiver.messages).toEqual([])
  await users.change(id, { isDisabled: false })
  await checkOnce(one)
  expect(receiver.messages).toHaveLength(1)
})

test('an error is the distance of the final forecast from the actual value of the last hours', async () => {
  const { database, make, forecast, checkOnce, receiver, runs } = await open()
  await make({ measure: 'error', hours: 3, thresholdMw: 400 })
  await runs.add([runOf('DE', '2025-06-10')])
  await checkOnce()
  expect(receiver.messages).toEqual([])
  const series = createSeriesStore(database)
  const startsAtUtc = Date.parse('2025-06-10T14:00Z')
  await storeValues(
    series,
    startsAtUtc + HOUR_MS,
    QUANTITIES.map((quantity) =>
      block({ area: 'DE', quantity, kind: 'actual' }, startsAtUtc, 60, [quantity === 'load' ? 2000 : 100]),
    ),
  )
  await forecast(1000)
  await checkOnce()
  // The forecast of 16:00 in Brussels is 1516 MW; the actual value 1800 MW.
  expect(receiver.messages).toEqual([])
  await make({ name: 'Small error', measure: 'error', hours: 3, thresholdMw: 200 })
  await checkOnce()
  expect(receiver.messages).toHaveLength(1)
  expect(receiver.messages[0]?.text).toContain(
    '"first":{"startsAt":"2025-06-10T14:00:00Z","powerMw":284},"furthest"',
  )
})

test('values that are later than usual by more hours send one message, until they are there', async () => {
  const { database, make, checkOnce, receiver, list } = await open()
  const series = createSeriesStore(database)
  const measure = (endsAt: string) =>
    storeValues(series, NOW, [
      block({ area: 'DE', quantity: 'load', kind: 'actual' }, Date.parse(endsAt) - HOUR_MS, 60, [50_000]),
    ])
  const late = { measure: 'late', side: null, thresholdMw: null } as const
  await make({ ...late, name: 'A', hours: 2 })
  await make({ ...late, name: 'B', hours: 3 })
  await make({ ...late, name: 'C', hours: 1, area: 'FR' })
  await measure('2025-06-10T13:00Z')
  await checkOnce()
  expect(await list(), 'the usual delay is not known').toMatchObject(
    ['A', 'B', 'C'].map(() => ({ isCrossed: null })),
  )
  await database.query(
    `INSERT INTO actual_delay (source, area, quantity, day, minutes)
     SELECT 'test', 'DE', 'load', day::date, 60 FROM generate_series(date '2025-06-01', date '2025-06-09', interval '1 day') AS day`,
  )
  for (const _ of [1, 2]) await checkOnce()
  // Two and a half hours later than usual.
  expect(receiver.messages.map(({ text }): unknown => JSON.parse(text))).toMatchObject([
    {
      text: 'A: Actual values, later than usual in Germany by more than 2 h. Actual load of Germany is 4 h late; usually it is up to 1 h (P90 1 h).',
      data: { rule: { measure: 'late', area: 'DE', hours: 2 }, delays: [{ nowMinutes: 210 }] },
    },
  ])
  expect(await list()).toMatchObject([{ isCrossed: true }, { isCrossed: false }, { isCrossed: null }])
  await measure('2025-06-10T16:00Z')
  await checkOnce()
  expect(await list()).toMatchObject([{ isCrossed: false }, { isCrossed: false }, { isCrossed: null }])
})

test('tomorrow is the market’s day, a change is against the run before, and a ramp is over three hours of it', async () => {
  const { make, forecast, checkOnce, receiver } = await open()
  const crossed = { side: 'above', hours: 'tomorrow' } as const
  await make({ ...crossed, name: 'Change', measure: 'change', thresholdMw: 699 })
  await make({ ...crossed, name: 'Ramp', measure: 'ramp', thresholdMw: 2 })
  await forecast(1000)
  await checkOnce()
  const told = () => receiver.messages.map(({ text }): unknown => JSON.parse(text))
  expect(told()).toMatchObject([
    {
      data: {
        rule: { name: 'Ramp', hours: 'tomorrow' },
        first: { startsAt: '2025-06-11T01:00:00Z', powerMw: 3 },
        hours: 21,
      },
    },
  ])
  await forecast(1700)
  await checkOnce()
  expect(told().slice(1)).toMatchObject([
    {
      data: {
        rule: { name: 'Change' },
        first: { startsAt: '2025-06-10T22:00:00Z', powerMw: 700 },
        furthest: { powerMw: 700 },
        hours: 24,
      },
    },
  ])
})

test('the limits of the band are watched like the forecast between them', async () => {
  const { make, forecast, checkOnce, receiver } = await open()
  await make({ measure: 'p10', side: 'below', thresholdMw: 1401 })
  await make({ name: 'High', measure: 'p90', thresholdMw: 1649 })
  await make({ name: 'Never', measure: 'p90', thresholdMw: 1650 })
  await forecast(1000)
  await checkOnce()
  const told = receiver.messages.map(({ text }) => /"furthest":\{[^}]*"powerMw":(\d+)/.exec(text)?.[1])
  expect(new Set(told)).toEqual(new Set(['1400', '1650']))
})

test('a rule about runs sends a message about each later run, with the morning sheet', async () => {
  const { runs, make, checkOnce, receiver } = await open()
  const issuedAtUtc = NOW - HOUR_MS
  await runs.add([runOf('DE', '2025-06-10')])
  await make({ ...PLAIN, name: 'Run', measure: 'run' })
  await checkOnce()
  expect(receiver.messages).toEqual([])
  await runs.add([runOf('IT-SUD', '2025-06-10', { issuedAtUtc })])
  await checkOnce()
  expect(receiver.messages).toEqual([])
  await runs.add([runOf('DE', '2025-06-11', { issuedAtUtc })])
  await checkOnce()
  await checkOnce()
  expect(receiver.messages).toHaveLength(1)
  const message: { text: string } = JSON.parse(receiver.messages[0]?.text ?? '')
  expect(message).toMatchObject({
    type: 'run.made',
    data: { rule: { measure: 'run' }, day: '2025-06-11', issuedAt: '2025-06-10T15:30:00Z' },
  })
  expect(message.text.split('\n')).toEqual(
    expect.arrayContaining([
      'Run: the run of Tue, Jun 10, 17:30 (Brussels) is there.',
      'Wednesday, June 11, 2025, market day (Brussels time), final forecast, MW',
      expect.stringMatching(/^Germany, Residual load\t1,512\t0\t–\t1,514\t/),
    ]),
  )
})

test('a briefing is sent once each working day after the run of 08:50, with several servers and over restarts', async () => {
  const { database, runs, make, receiver } = await open()
  let now = 0
  const servers = () => [1, 2].map(() => watchOf(database, [receiver.host], { clock: () => now }))
  let watches = servers()
  const told = async (moment: string) => {
    now = Date.parse(moment)
    await Promise.all(watches.map(checkWatch))
    return new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size
  }
  const add = (day: string, made: string) =>
    runs.add([runOf('DE', day, { kind: 'early', issuedAtUtc: Date.parse(made) })])
  await make({ ...PLAIN, name: 'Desk', measure: 'briefing' })
  await add('2025-06-11', '2025-06-10T05:00Z')
  expect(await told('2025-06-10T06:49:59Z'), 'not yet 08:50 in Brussels').toBe(0)
  expect(await told('2025-06-10T06:51Z'), 'the run of 08:50 is awaited').toBe(0)
  await add('2025-06-11', '2025-06-10T06:50:30Z')
  expect(await told('2025-06-10T06:52Z')).toBe(1)
  const message: { text: string } = JSON.parse(receiver.messages[0]?.text ?? '')
  expect(message).toMatchObject({ type: 'briefing.made', data: { day: '2025-06-11' } })
  expect(message.text).toMatch(
    /^Desk: Wednesday, June 11, 2025 .*\n\nGermany\nForecast: Lowest 1,500 at 00:00 /,
  )
  watches = servers()
  await add('2025-06-11', '2025-06-10T16:00Z')
  expect(await told('2025-06-10T17:00Z'), 'after a restart').toBe(1)
  await add('2025-06-12', '2025-06-11T05:00Z')
  expect(await told('2025-06-11T06:59Z')).toBe(1)
  expect(await told('2025-06-11T07:00Z'), 'no newer run was made').toBe(2)
  expect(await told('2025-06-10T07:00Z'), 'the clock steps back').toBe(2)
  expect(await told('2025-06-11T07:00Z')).toBe(2)
  // A Saturday, and Unity Day.
  await add('2025-06-15', '2025-06-14T06:51Z')
  await add('2025-10-04', '2025-10-03T06:51Z')
  for (const moment of ['2025-06-14T09:00Z', '2025-10-03T09:00Z']) expect(await told(moment)).toBe(2)
})

test('a changed rule is watched like a new one with the same secret, one with another name only goes on', async () => {
  const { make, patch, forecast, checkOnce, watch, receiver, list, logLines } = await open()
  const rule = { ...ALERT, url: receiver.url }
  const { id, secret } = await make()
  const change = (body: object) => patch(`${ALERTS_PATH}/${id}`, body)
  await forecast(1700)
  const one = watch()
  await checkOnce(one)
  expect(receiver.messages).toHaveLength(1)

  const renamed = await change({ ...rule, name: 'Very high' })
  expect(renamed.json()).toMatchObject({ id, name: 'Very high', isCrossed: true, lastMessage: {} })
  expect(renamed.body).not.toContain(secret)
  await checkOnce(one)
  expect(receiver.messages, 'it is still crossed').toHaveLength(1)

  const raised = { ...rule, thresholdMw: 1720, hours: 'tomorrow' }
  expect((await change(raised)).json()).toMatchObject({
    thresholdMw: 1720,
    hours: 'tomorrow',
    isCrossed: null,
  })
  await checkOnce(one)
  expect(receiver.messages).toHaveLength(2)
  const [, message] = receiver.messages
  expect(message && isSigned(message, secret) && message.text).toContain('above 1,720 MW tomorrow')
  expect(logLines.filter((line) => line.includes('"event":"alert-changed"'))).toHaveLength(2)

  // The first message of a rule that is changed while it waits is not sent again.
  receiver.statuses = [500, 200]
  const slow = watch([receiver.host], { retry: { minTimeout: 600_000 } })
  const { signal } = new AbortController()
  await change(rule)
  await slow.checkOnce(signal)
  await expect.poll(() => receiver.messages.length).toBe(3)
  await change({ ...rule, thresholdMw: 5000 })
  await slow.checkOnce(signal)
  await slow.untilSent()
  expect(receiver.messages).toHaveLength(3)
  expect(await list()).toMatchObject([{ isCrossed: false, failure: null }])
})

test('without rules nothing is read but that there are none', async () => {
  const { database, forecast } = await open()
  await forecast(2000)
  const statements: string[] = []
  const counted = aroundQueries(database, (text, query) => {
    statements.push(text)
    return query()
  })
  await watchOf(counted, []).checkOnce(new AbortController().signal)
  expect(statements).toHaveLength(1)
})

const REFUSED: readonly [Partial<Record<keyof NewAlert | 'colour', unknown>>, RegExp | string][] = [
  [{ name: '' }, 'name must be a text of 1 to 80 printable characters.'],
  [{ area: 'CWE' }, /^area must be one of DE, FR, /],
  [
    { measure: 'price' },
    'measure must be one of residual, load, solar, wind, p10, p90, change, ramp, error, late, run, briefing.',
  ],
  [{ measure: 'run' }, /^area must be/],
  [{ measure: 'error', hours: 'tomorrow' }, /^hours must be/],
  [{ side: 'near' }, 'side must be one of above, below.'],
  [{ thresholdMw: '5' }, 'thresholdMw must be a number of MW, from -1000000 to 1000000.'],
  [
    { hours: 49 },
    'hours must be a whole number from 1 to 48, of a ramp from 4, or the text tomorrow, but not of an error or of late values.',
  ],
  [{ url: 'ftp://x' }, 'url must be an address that begins with http:// or https://.'],
  [{ url: 'https://evil.example/' }, /^url must be on one of the hosts 127\.0\.0\.1:\d+\.$/],
  [{ colour: 'red' }, /^The body has an unknown key\./],
]

test('rules are made, tested, listed and removed by their user', async () => {
  const app = await open()
  const { make, post, patch, get, send, signIn, receiver } = app
  const { id, secret } = await make()
  for (const [change, sentence] of REFUSED) {
    const body = { ...ALERT, url: receiver.url, ...change }
    for (const answer of [await post(ALERTS_PATH, body), await patch(`${ALERTS_PATH}/${id}`, body)]) {
      expect([change, answer.statusCode]).toEqual([change, 400])
      expect(answer.json<{ error: string }>().error).toMatch(sentence)
    }
  }
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect((await get(ALERTS_PATH)).body).not.toContain(secret.slice(6))
  expect((await post(`${ALERTS_PATH}/${id}/test`, {})).json()).toEqual({ failure: null })
  const [message] = receiver.messages
  expect(message && isSigned(message, secret) && message.text).toContain('"type":"alert.test"')
  receiver.statuses = [500]
  const testOnce = () => post(`${ALERTS_PATH}/${id}/test`, {})
  expect((await testOnce()).json()).toEqual({ failure: 'The receiver answered 500.' })
  // Six within a minute.
  receiver.statuses = [200]
  for (let count = 2; count < 6; count += 1) expect((await testOnce()).statusCode).toBe(200)
  expect(refusalOf(await testOnce())).toBe(
    '429 You have tested alerts 6 times within a minute; wait a moment.',
  )
  expect(receiver.messages).toHaveLength(6)

  const zoe = await addColleague(app)
  const asZoe = (method: Method, url: string, body?: object) => send(method, url, zoe, body)
  const hers = { ...ALERT, url: receiver.url, thresholdMw: 1 }
  expect((await asZoe('PATCH', `${ALERTS_PATH}/${id}`, hers)).statusCode).toBe(404)
  expect((await get(ALERTS_PATH)).body).toContain('"thresholdMw":1600')
  expect((await asZoe('DELETE', `${ALERTS_PATH}/${id}`)).statusCode).toBe(404)
  const own = await make({ name: 'removed' })
  expect((await send('DELETE', `${ALERTS_PATH}/${own.id}`, await signIn())).json()).toEqual({ id: own.id })
  expect((await asZoe('POST', `${ALERTS_PATH}/${id}/test`)).statusCode).toBe(404)
  for (let number = 1; number < MAX_ALERTS; number += 1) await make({ name: `alert ${number}` })
  expect((await post(ALERTS_PATH, { ...ALERT, url: receiver.url, name: 'one more' })).statusCode).toBe(409)
  const taken = await patch(`${ALERTS_PATH}/${id}`, { ...ALERT, url: receiver.url, name: 'alert 1' })
  expect(refusalOf(taken)).toBe('409 You already have an alert with this name.')
})
