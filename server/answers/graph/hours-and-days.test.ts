import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'
import { block, count, keysOf, repeat, startQueryServer, type Curves } from '#server/testing/graph-query.ts'
import { query } from '#server/testing/query-body.ts'

/** The days around those that the tests store. */
const DAYS = query({ time: ['2026-11-10 00:00', '2026-11-20 23:59'], frequency: 'D' })

describe('hours and days of a graph query', () => {
  test('gives the values whose stamps lie in the range', async () => {
    const server = await startQueryServer(await openTestDatabase())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T20:00:00Z', count(24))])
    const response = await server.ask(query({ time: ['2026-11-18 00:30', '2026-11-18 03:00'] }))
    expect(keysOf(response, 'Actual')).toEqual(['2026-11-18T00:00:00Z', '2026-11-18T01:00:00Z'])
  })

  test('takes the zone of the browser', async () => {
    const server = await startQueryServer(await openTestDatabase())
    await server.store([block(['BE', 'wind', 'actual'], '2026-11-17T00:00:00Z', count(72))])
    const lisbon = await server.ask(query(), { 'x-time-zone': 'Europe/Lisbon' })
    expect(keysOf(lisbon, 'Actual')[0]).toBe('2026-11-18T00:00:00Z')
    expect(keysOf(lisbon, 'Actual')).toHaveLength(24)
    const wrong = await server.ask(query(), { 'x-time-zone': 'Europe/Atlantis' })
    expect(wrong.statusCode).toBe(400)
    expect(wrong.json()).toEqual({ error: 'x-time-zone must be an IANA time zone such as Europe/Brussels.' })
    expect(wrong.headers['x-refusal']).toBe('unknown-zone')
  })

  test('cuts hours and days at half past where the clocks of a zone do', async () => {
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
    const missing = (hours: number) => [...repeat(hours, Number.NaN), ...repeat(24 - hours, 6)]
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-14T23:00:00Z', [...missing(2), ...missing(3), ...missing(0)]),
    ])
    const response = await server.ask(DAYS)
    expect(response.json<Curves>()['Actual']?.data).toEqual({
      '2026-11-14T23:00:00Z': 6,
      '2026-11-15T23:00:00Z': null,
      '2026-11-16T23:00:00Z': 6,
    })
  })

  test('a day lacks as much time as its quarters lack, not the hours around them', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const quarters = (missing: number) =>
      count(96).map((quarter) => (quarter % 8 === 0 && quarter / 8 < missing ? Number.NaN : 6))
    // Eight quarters in eight different hours are two hours; nine are more.
    await server.store([
      block(['BE', 'wind', 'actual'], '2026-11-14T23:00:00Z', [...quarters(8), ...quarters(9)], 15),
      block(['BE', 'wind', 'actual'], '2026-11-16T23:00:00Z', repeat(96, 6), 15),
    ])
    const response = await server.ask(DAYS)
    expect(response.json<Curves>()['Actual']?.data).toEqual({
      '2026-11-14T23:00:00Z': 6,
      '2026-11-15T23:00:00Z': null,
      '2026-11-16T23:00:00Z': 6,
    })
  })

  test('a day’s mean weighs by time, also where a clock hour is 90 minutes long', async () => {
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
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
    const server = await startQueryServer(await openTestDatabase())
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

  test('the sum of the hours is the mean of the day times its hours', async () => {
    const server = await startQueryServer(await openTestDatabase())
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
})
