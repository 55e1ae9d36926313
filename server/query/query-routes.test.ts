import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import * as fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import {
  HOUR_MS,
  type Kind,
  type Quantity,
  type SeriesBlock,
  type StepMinutes,
} from '#server/series/series.ts'
import { openSignedInApp } from '#server/testing/app.ts'
import { describeOnBothEngines } from '#server/testing/database.ts'

const NOW = Date.parse('2026-11-20T09:30:00Z')

interface Server {
  ask(body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  store(blocks: SeriesBlock[]): Promise<void>
  setNow(utc: number): void
}

async function startServer(database: Database): Promise<Server> {
  const series = createSeriesStore(database)
  let nowUtc = NOW
  const app = await openSignedInApp(database, () => nowUtc)
  return {
    ask: (body, headers) => app.post('/energia/common-query', body, headers),
    async store(blocks) {
      await series.write(blocks, { source: 'test', fetchedAtUtc: NOW }, 'revise')
    },
    setNow(utc) {
      nowUtc = utc
    },
  }
}

function block(
  [area, quantity, kind]: [MemberCode, Quantity, Kind],
  from: string,
  powerMw: number[],
  stepMinutes: StepMinutes = 60,
): SeriesBlock {
  return {
    area,
    quantity,
    kind,
    startsAtUtc: Date.parse(from),
    stepMinutes,
    powerMw: Float64Array.from(powerMw),
  }
}

const repeat = (count: number, value: number) => Array.from({ length: count }, () => value)
const count = (length: number) => Array.from({ length }, (_, index) => index)

function query(changes: object = {}): object {
  return {
    category: 'wind',
    area: 'BE',
    time: ['2026-11-18 00:00', '2026-11-18 23:59'],
    frequency: 'H',
    ...changes,
  }
}

type Curves = Record<string, { data: Record<string, number | null> }>
const keysOf = (response: LightMyRequestResponse, curve: string) =>
  Object.keys(response.json<Curves>()[curve]?.data ?? {})

describeOnBothEngines('graph query', (open) => {
  test('answers the curves in their order, keyed by UTC, gaps as null, nothing around the values', async () => {
    const server = await startServer(await open())
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [10.126, Number.NaN, 0, -0.001]),
      block(['BE', 'wind', 'model'], '2026-11-17T23:00:00Z', [-5.5]),
    ])
    const response = await server.ask(query())
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).toBe(
      '{"Actual":{"data":{"2026-11-18T01:00:00Z":10.13,"2026-11-18T02:00:00Z":null,"2026-11-18T03:00:00Z":0,' +
        '"2026-11-18T04:00:00Z":0}},"TSO forecast":{"data":{}},"Model forecast":{"data":{"2026-11-17T23:00:00Z":-5.5}}}',
    )
  })

  test('answers an empty store with empty curves', async () => {
    const server = await startServer(await open())
    const response = await server.ask(query({ frequency: 'D' }))
    expect(response.body).toBe(
      '{"Actual":{"data":{}},"TSO forecast":{"data":{}},"Model forecast":{"data":{}}}',
    )
  })

  test('gives the values whose stamps lie in the range', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T20:00:00Z', count(24))])
    const response = await server.ask(query({ time: ['2026-11-18 00:30', '2026-11-18 03:00'] }))
    expect(keysOf(response, 'Actual')).toEqual(['2026-11-18T00:00:00Z', '2026-11-18T01:00:00Z'])
  })

  test('takes the zone of the browser', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T00:00:00Z', count(72))])
    const lisbon = await server.ask(query(), { 'x-time-zone': 'Europe/Lisbon' })
    expect(keysOf(lisbon, 'Actual')[0]).toBe('2026-11-18T00:00:00Z')
    expect(keysOf(lisbon, 'Actual')).toHaveLength(24)
    const wrong = await server.ask(query(), { 'x-time-zone': 'Europe/Atlantis' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toEqual({ error: 'x-time-zone must be an IANA time zone such as Europe/Brussels.' })
  })

  test('cuts hours and days at half past where the clocks of a zone do', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T00:00:00Z', count(72))])
    const zone = { 'x-time-zone': 'Asia/Kolkata' }
    const hourly = await server.ask(query(), zone)
    const { data } = hourly.json<Curves>()['Actual'] ?? { data: {} }
    // From 18:30 on the hour is half of that of 18:00 and half of that of 19:00.
    expect(Object.entries(data)[0]).toEqual(['2026-11-17T18:30:00Z', 18.5])
    expect(Object.keys(data)).toHaveLength(24)
    const daily = await server.ask(query({ frequency: 'D' }), zone)
    expect(daily.json<Curves>()['Actual']?.data).toEqual({ '2026-11-17T18:30:00Z': 18.5 + 11.5 })
  })

  test('loses and doubles no hour where clocks change', async () => {
    const server = await startServer(await open())
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-03-28T00:00:00Z', count(72)),
      block(['BE', 'wind', 'actual'], '2026-10-24T00:00:00Z', count(72)),
    ])
    const spring = await server.ask(query({ time: ['2026-03-29 00:00', '2026-03-29 23:59'] }))
    expect(keysOf(spring, 'Actual')).toHaveLength(23)
    const autumn = await server.ask(query({ time: ['2026-10-25 00:00', '2026-10-25 23:59'] }))
    expect(keysOf(autumn, 'Actual')).toHaveLength(25)
    expect(new Set(keysOf(autumn, 'Actual')).size).toBe(25)
    const days = await server.ask(query({ time: ['2026-10-25 00:00', '2026-10-25 23:59'], frequency: 'D' }))
    // Hours 22 to 46 of those stored make up that day.
    expect(days.json<Curves>()['Actual']?.data).toEqual({ '2026-10-24T22:00:00Z': 34 })
  })

  test('an hour is the mean of its quarters, and missing where one is', async () => {
    const server = await startServer(await open())
    await server.store([
      block(
        ['BE', 'wind', 'actual'],
        '2026-11-18T00:00:00Z',
        [1, 2, 3, 4, 1, Number.NaN, 3, 4, 8, 8, 8, 8],
        15,
      ),
    ])
    const response = await server.ask(query())
    expect(response.json<Curves>()['Actual']?.data).toEqual({
      '2026-11-18T00:00:00Z': 2.5,
      '2026-11-18T01:00:00Z': null,
      '2026-11-18T02:00:00Z': 8,
    })
  })

  test('a day is the mean of its hours, with at most two of them missing', async () => {
    const server = await startServer(await open())
    const missing = (hours: number) => [...repeat(hours, Number.NaN), ...repeat(24 - hours, 6)]
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-14T23:00:00Z', [...missing(2), ...missing(3), ...missing(0)]),
    ])
    const response = await server.ask(
      query({ time: ['2026-11-10 00:00', '2026-11-20 23:59'], frequency: 'D' }),
    )
    expect(response.json<Curves>()['Actual']?.data).toEqual({
      '2026-11-14T23:00:00Z': 6,
      '2026-11-15T23:00:00Z': null,
      '2026-11-16T23:00:00Z': 6,
    })
  })

  test('a day lacks as much time as its quarters lack, not the hours around them', async () => {
    const server = await startServer(await open())
    const quarters = (missing: number) =>
      count(96).map((quarter) => (quarter % 8 === 0 && quarter / 8 < missing ? Number.NaN : 6))
    // Eight quarters in eight different hours are two hours; nine are more.
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-14T23:00:00Z', [...quarters(8), ...quarters(9)], 15),
      block(['BE', 'wind', 'actual'], '2026-11-16T23:00:00Z', repeat(96, 6), 15),
    ])
    const response = await server.ask(
      query({ time: ['2026-11-10 00:00', '2026-11-20 23:59'], frequency: 'D' }),
    )
    expect(response.json<Curves>()['Actual']?.data).toEqual({
      '2026-11-14T23:00:00Z': 6,
      '2026-11-15T23:00:00Z': null,
      '2026-11-16T23:00:00Z': 6,
    })
  })

  test('a day’s mean weighs by time, also where a clock hour is 90 minutes long', async () => {
    const server = await startServer(await open())
    // On Lord Howe the clocks go from 02:00 back to 01:30: the hour from 01:00 on lasts from 14:00 to 15:30 UTC.
    const powerMw = repeat(48, 0)
    powerMw[14] = 49
    powerMw[15] = 49
    await server.store([block(['BE', 'wind', 'actual'], '2026-04-04T00:00:00Z', powerMw)])
    const range = { time: ['2026-04-05 00:00', '2026-04-05 23:59'] }
    const zone = { 'x-time-zone': 'Australia/Lord_Howe' }
    const hourly = await server.ask(query(range), zone)
    expect(Object.entries(hourly.json<Curves>()['Actual']?.data ?? {}).slice(1, 3)).toEqual([
      ['2026-04-04T14:00:00Z', 49],
      ['2026-04-04T15:30:00Z', 24.5],
    ])
    const daily = await server.ask(query({ ...range, frequency: 'D' }), zone)
    // Two of its 24.5 hours.
    expect(daily.json<Curves>()['Actual']?.data).toEqual({ '2026-04-04T13:00:00Z': 4 })
  })

  test('the gaps of a group’s members do not add up', async () => {
    const server = await startServer(await open())
    const missing = (from: number, hours: number) =>
      count(24).map((hour) => (hour >= from && hour < from + hours ? Number.NaN : 6))
    const from = '2026-11-17T23:00:00Z'
    await server.store([
      block(['PL', 'wind', 'actual'], from, missing(0, 2)),
      block(['CZ', 'wind', 'actual'], from, missing(5, 2)),
      block(['SK', 'wind', 'actual'], from, missing(10, 2)),
      block(['HU', 'wind', 'actual'], from, missing(15, 2)),
      block(['PL', 'wind', 'tso'], from, missing(0, 2)),
      block(['CZ', 'wind', 'tso'], from, missing(5, 3)),
    ])
    const response = await server.ask(query({ area: 'CEE', frequency: 'D' }))
    const curves = response.json<Curves>()
    expect(curves['Actual']?.data).toEqual({ [from]: 24 })
    expect(curves['TSO forecast (without SK, HU)']?.data).toEqual({})
  })

  test('a day of residual load counts the time that load, solar and wind all cover', async () => {
    const server = await startServer(await open())
    const from = '2026-11-17T23:00:00Z'
    await server.store([
      block(['BE', 'load', 'actual'], from, [...repeat(4, Number.NaN), ...repeat(92, 100)], 15),
      block(['BE', 'solar', 'actual'], from, [...repeat(1, Number.NaN), ...repeat(23, 10)]),
      block(['BE', 'wind', 'actual'], from, [...repeat(46, 20), ...repeat(2, Number.NaN)], 30),
    ])
    const range = { category: 'Residual Load', frequency: 'D' }
    expect((await server.ask(query(range))).json<Curves>()['Actual']?.data).toEqual({ [from]: 70 })
  })

  test('the running day has forecasts but no actual until it is over', async () => {
    const server = await startServer(await open())
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-18T23:00:00Z', repeat(48, 3)),
      block(['BE', 'wind', 'tso'], '2026-11-18T23:00:00Z', repeat(48, 4)),
    ])
    const range = { time: ['2026-11-19 00:00', '2026-11-20 23:59'], frequency: 'D' }
    const before = await server.ask(query(range))
    expect(keysOf(before, 'Actual')).toEqual(['2026-11-18T23:00:00Z'])
    expect(keysOf(before, 'TSO forecast')).toHaveLength(2)
    server.setNow(Date.parse('2026-11-20T23:00:00Z'))
    expect(keysOf(await server.ask(query(range)), 'Actual')).toHaveLength(2)
  })

  test('residual load is load less solar less wind, missing where any of them is', async () => {
    const server = await startServer(await open())
    const from = '2026-11-18T00:00:00Z'
    await server.store([
      block(['BE', 'load', 'actual'], from, [100, 100, 100, Number.NaN, 20]),
      block(['BE', 'solar', 'actual'], from, [10, Number.NaN, 10, 10, 30]),
      block(['BE', 'wind', 'actual'], from, [20, 20, Number.NaN, 20, 30]),
      block(['BE', 'load', 'tso'], from, [100]),
      block(['BE', 'wind', 'tso'], from, [100]),
    ])
    const curves = (await server.ask(query({ category: 'Residual Load' }))).json<Curves>()
    expect(Object.values(curves['Actual']?.data ?? {})).toEqual([70, null, null, null, -40])
    expect(curves['TSO forecast']?.data).toEqual({})
  })

  test('a group is the sum of its members, with an actual curve for each', async () => {
    const server = await startServer(await open())
    const from = '2026-11-18T00:00:00Z'
    await server.store([
      ...(['PL', 'CZ', 'SK', 'HU'] as const).map((area) =>
        block([area, 'wind', 'actual'], from, area === 'SK' ? [1, Number.NaN, 3] : [1, 2, 3]),
      ),
      block(['PL', 'wind', 'tso'], from, [7]),
      block(['HU', 'wind', 'tso'], from, [8, 9]),
    ])
    const curves = (await server.ask(query({ area: 'CEE' }))).json<Curves>()
    expect(Object.keys(curves)).toEqual([
      'Actual',
      'TSO forecast (without CZ, SK)',
      'Model forecast',
      'Poland',
      'Czech Republic',
      'Slovakia',
      'Hungary',
    ])
    expect(Object.values(curves['Actual']?.data ?? {})).toEqual([4, null, 12])
    expect(Object.values(curves['TSO forecast (without CZ, SK)']?.data ?? {})).toEqual([15])
    expect(Object.values(curves['Slovakia']?.data ?? {})).toEqual([1, null, 3])
  })

  test('a new value is in the next answer', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T00:00:00Z', [1])])
    await server.ask(query())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T00:00:00Z', [2])])
    expect((await server.ask(query())).json<Curves>()['Actual']?.data).toEqual({ '2026-11-18T00:00:00Z': 2 })
  })

  test('is compressed for those who accept it, and the same', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-01T00:00:00Z', count(400))])
    const long = query({ time: ['2026-11-01 00:00', '2026-11-18 23:59'] })
    const plain = await server.ask(long, { 'accept-encoding': 'br;q=0, deflate' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const [accepted, decompress] of [
      ['gzip, deflate, br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const response = await server.ask(long, { 'accept-encoding': accepted })
      expect(response.headers['content-encoding']).toBe(accepted.includes('br') ? 'br' : 'gzip')
      expect(response.headers.vary).toBe('accept, accept-encoding')
      expect(decompress(response.rawPayload).toString()).toBe(plain.body)
    }
  })

  test('answers by columns for those who ask for them, and by curves for everybody else', async () => {
    const server = await startServer(await open())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [10.126, Number.NaN, 0])])
    const plain = await server.ask(query())
    const columns = { accept: 'application/vnd.energy-metrics.columns+json, application/json;q=0.9' }
    const response = await server.ask(query(), columns)
    expect(response.headers['content-type']).toBe('application/vnd.energy-metrics.columns+json')
    expect(response.headers.vary).toBe('accept, accept-encoding')
    expect(response.json()).toEqual({
      timesS: ['2026-11-18T01:00:00Z', '2026-11-18T02:00:00Z', '2026-11-18T03:00:00Z'].map(
        (key) => Date.parse(key) / 1000,
      ),
      curves: [
        { name: 'Actual', values: [10.13, null, 0] },
        { name: 'TSO forecast', values: [] },
        { name: 'Model forecast', values: [] },
      ],
    })
    for (const accept of [
      'application/json',
      '*/*',
      'text/html',
      'application/json, application/vnd.energy-metrics.columns+json;q=0.5',
      'application/vnd.energy-metrics.columns+json;q=0',
    ]) {
      const other = await server.ask(query(), { accept })
      expect(other.headers['content-type']).toBe('application/json; charset=utf-8')
      expect(other.body).toBe(plain.body)
    }
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T01:00:00Z', [5])])
    const later = await server.ask(query(), columns)
    expect(later.json<{ curves: { values: number[] }[] }>().curves[0]?.values).toEqual([5, null, 0])
    const refused = await server.ask(query({ area: 'XX' }), columns)
    expect(refused.statusCode).toBe(400)
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8')
  })

  test('answers the longest ranges and no longer ones', async () => {
    const server = await startServer(await open())
    const ask = (start: string, end: string, frequency: string) =>
      server.ask(query({ time: [start, end], frequency }))
    expect((await ask('2024-02-29 00:00', '2026-02-28 00:00', 'H')).statusCode).toBe(200)
    expect((await ask('2016-01-01 00:00', '2025-12-31 23:59', 'D')).statusCode).toBe(200)
    expect((await ask('2024-01-01 00:00', '2026-01-01 00:01', 'H')).json()).toEqual({
      error: 'time may span at most 2 years with frequency H.',
    })
    expect((await ask('2016-01-01 00:00', '2026-01-01 00:01', 'D')).json()).toEqual({
      error: 'time may span at most 10 years with frequency D.',
    })
  })

  test('refuses what it cannot answer with one sentence', async () => {
    const server = await startServer(await open())
    const response = await server.ask(query({ area: 'D\u0000E' }))
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({
      error: expect.stringMatching(/^area must be one of CWE, DE, .*, SI\.$/),
    })
  })

  test.each([
    ['{', 400, 'The body is not valid JSON.'],
    ['', 400, 'The body is empty; JSON is expected.'],
    ['['.repeat(16_000), 400, 'The body is not valid JSON.'],
    ['{"__proto__":{"area":"BE"}}', 400, expect.stringMatching(/^category must be one of/)],
    [
      `{"__proto__":{},${JSON.stringify(query()).slice(1)}`,
      400,
      expect.stringMatching(/^The body has an unknown key/),
    ],
    [' '.repeat(1_100_000), 413, 'The body is too large.'],
  ])('refuses the body %.30s', async (payload, status, error) => {
    const server = await startServer(await open())
    // Twice, because a refused body must not be remembered as a query.
    for (const _time of [1, 2]) {
      const response = await server.ask(payload)
      expect([response.statusCode, response.json()]).toEqual([status, { error }])
    }
  })

  test('nothing a caller can send is answered as our failure', async () => {
    const server = await startServer(await open())
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'CWE',
        'wind',
        'H',
        '2026-03-29 02:30',
        '2026-10-25 02:30',
        '2025-02-29 00:00',
        '__proto__',
      ),
    )
    const anything = fc.oneof(
      fc.record({ category: text, area: text, time: fc.array(text, { maxLength: 3 }), frequency: text }),
      fc.jsonValue(),
    )
    await fc.assert(
      fc.asyncProperty(
        anything,
        fc.oneof(fc.constant('UTC'), fc.stringMatching(/^[ -~]{1,20}$/)),
        async (body, zone) => {
          const { statusCode } = await server.ask(body, { 'x-time-zone': zone })
          expect([200, 400]).toContain(statusCode)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('the sum of the hours is the mean of the day times its hours', async () => {
    const server = await startServer(await open())
    const start = Date.parse('2026-10-20T00:00:00Z')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -5000, max: 5000 }), { minLength: 240, maxLength: 240 }),
        fc.constantFrom('Europe/Brussels', 'Asia/Kolkata', 'Australia/Lord_Howe', 'America/St_Johns', 'UTC'),
        async (powerMw, zone) => {
          await server.store([block(['BE', 'wind', 'actual'], new Date(start).toISOString(), powerMw)])
          const range = { time: ['2026-10-25 00:00', '2026-10-25 23:59'] }
          const hourly = await server.ask(query(range), { 'x-time-zone': zone })
          const daily = await server.ask(query({ ...range, frequency: 'D' }), { 'x-time-zone': zone })
          const hours = Object.values(hourly.json<Curves>()['Actual']?.data ?? {}).map(Number)
          const [mean] = Object.values(daily.json<Curves>()['Actual']?.data ?? {})
          expect(hours.reduce((sum, value) => sum + value, 0) / hours.length).toBeCloseTo(
            mean ?? Number.NaN,
            1,
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  test('many callers of the same query at the same time get the same answer', async () => {
    const database = await open()
    const server = await startServer(database)
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-18T00:00:00Z', [1, 2])])
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask(query())))
    expect(new Set(answers.map((response) => response.body)).size).toBe(1)
    expect(answers[0]?.body).toContain(
      `"${new Date(NOW - 2 * 24 * HOUR_MS).toISOString().slice(0, 10)}T00:00:00Z":1`,
    )
  })
})
