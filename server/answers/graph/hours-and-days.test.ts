import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { openTestDatabase } from '#server/testing/database.ts'
import { block, count, keysOf, repeat, startQueryServer, query } from '#server/testing/graph-query.ts'
import type { Curves } from '#server/testing/graph-query.ts'

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

  test('the gaps of a group’s members do not add up', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const missing = (from: number, hours: number) =>
      count(24).map((hour) => (hour >= from && hour < from + hours ? NaN : 6))
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
      block(['BE', 'load', 'actual'], from, [...repeat(4, NaN), ...repeat(92, 100)], 15),
      block(['BE', 'solar', 'actual'], from, [...repeat(1, NaN), ...repeat(23, 10)]),
      block(['BE', 'wind', 'actual'], from, [...repeat(46, 20), ...repeat(2, NaN)], 30),
    ])
    const range = { category: 'Residual Load', frequency: 'D' }
    expect((await server.ask(query(range))).json<Curves>()['Actual']?.data).toEqual({ [from]: 70 })
  })

  test('the sum of the hours is the mean of the day times its hours', async () => {
    const server = await startQueryServer(await openTestDatabase())
    const start = Date.parse('2026-10-20T00:00Z')
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
          expect(hours.reduce((sum, value) => sum + value, 0) / hours.length).toBeCloseTo(mean ?? NaN, 1)
        },
      ),
      { numRuns: 20 },
    )
  })
})
