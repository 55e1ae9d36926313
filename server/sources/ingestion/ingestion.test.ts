import { describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { readDelays } from '#server/series/store/actual-delays.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/testing/database.ts'
import {
  BACKFILL_DAYS,
  NOW_UTC,
  PAST,
  createTestIngestion,
  expected,
  fill,
} from '#server/testing/ingestion.ts'
import { createTestSource } from '#server/testing/source.ts'

describeOnBothEngines('ingestion', (open) => {
  test('fills the past newest first and reports how far it is', async () => {
    const progress: number[] = []
    const source = createTestSource()
    const server = createTestIngestion(await open(), source, {
      onProgress: ({ done }) => progress.push(done),
    })
    await fill(server)
    expect(await server.values('DE', 'actual')).toEqual(expected(source, 0))
    expect(await server.values('FR', 'actual')).toEqual(expected(source, 2))
    const ends = source.asked.map(({ span }) => span.toUtc)
    expect(ends).toEqual([...ends].sort((a, b) => b - a))
    expect(Math.max(...source.asked.map(({ span }) => span.toUtc - span.fromUtc))).toBe(10 * DAY_MS)
    expect(progress).toEqual([...progress].sort((a, b) => a - b))
    expect(progress.at(-1)).toBe(BACKFILL_DAYS)
    expect(server.ingestion.progress()).toBeNull()
  })

  test('reads again what may be revised: actual values follow, the first forecast stays', async () => {
    const database = await open()
    const source = createTestSource()
    const first = createTestIngestion(database, source)
    await fill(first)
    const before = await first.values('DE', 'tso')
    source.asked = []
    source.valueAt = (feed, utc) => (feed.area === 'DE' ? 60_000 : 45_000) + ((utc / HOUR_MS) % 500)
    const second = createTestIngestion(database, source)
    await fill(second)
    expect(source.asked.map(({ span }) => span.fromUtc)).toEqual(Array(3).fill(NOW_UTC - DAY_MS))
    expect((await second.values('DE', 'actual')).slice(-23)).toEqual(expected(source, 0).slice(-23))
    expect(await second.values('DE', 'tso')).toEqual(before)
  })

  test('reads what was published while the server was off', async () => {
    const database = await open()
    const source = createTestSource()
    await fill(createTestIngestion(database, source))
    source.asked = []
    const later = createTestIngestion(database, source, { clock: () => NOW_UTC + 30 * DAY_MS })
    await fill(later)
    const whole = { fromUtc: PAST.fromUtc, toUtc: PAST.toUtc + 30 * DAY_MS }
    expect(await later.values('FR', 'actual', whole)).toEqual(expected(source, 2, whole))
    expect(Math.min(...source.asked.map(({ span }) => span.fromUtc))).toBe(NOW_UTC - DAY_MS)
  })
})

describe('polls', () => {
  test('note how late actual values are, now and usually; no pause of the polls and no hour without sun is a delay', async () => {
    const database = await openTestDatabase()
    const source = createTestSource()
    source.feeds = [...source.feeds, { area: 'FR', kind: 'actual', quantities: ['solar'] }]
    let nowUtc = NOW_UTC
    let [frenchHours, sunHours] = [1, 1]
    source.valueAt = ({ area, kind, quantities: [quantity] }, utc) => {
      // The source leaves out the night from 16:00 to 8:00.
      if (quantity === 'solar' && (utc % DAY_MS < 8 * HOUR_MS || utc % DAY_MS >= 16 * HOUR_MS)) return null
      const lateHours = quantity === 'solar' ? sunHours : area === 'FR' ? frenchHours : 1
      return kind === 'actual' && utc >= nowUtc - (1 + lateHours) * HOUR_MS ? null : 40_000
    }
    const server = createTestIngestion(database, source, { clock: () => nowUtc })
    const run = server.start()
    const pollAfter = async (hours: number) => {
      nowUtc += hours * HOUR_MS
      run.nextRound()
      await run.untilWaiting()
    }
    const delays = () =>
      readDelays({ database, series: server.series, source: source.name }, ['DE', 'FR', 'CZ'], nowUtc)
    await run.untilWaiting()
    for (const hours of [24, 24, 24, 24, 17]) await pollAfter(hours)
    // Half past five, before the sun.
    expect((await delays()).map(({ nowMinutes }) => nowMinutes)).toEqual([90, 90, 0])
    for (const hours of [7, 48]) await pollAfter(hours)
    frenchHours = 6
    sunHours = 24
    for (const hours of [24, 1, 23]) await pollAfter(hours)
    const usual = { usualMinutes: 90, p90Minutes: 90 }
    const since = '2026-11-28'
    expect(await delays()).toEqual([
      {
        area: 'DE',
        quantity: 'load',
        newestUtc: '2026-11-29T11:00:00.000Z',
        nowMinutes: 90,
        ...usual,
        sinceDay: null,
      },
      {
        area: 'FR',
        quantity: 'load',
        newestUtc: '2026-11-29T06:00:00.000Z',
        nowMinutes: 390,
        ...usual,
        p90Minutes: 390,
        sinceDay: since,
      },
      // Four hours of sun of the day before, and four and a half of today; an hour later on the first late day it was one more.
      {
        area: 'FR',
        quantity: 'solar',
        newestUtc: '2026-11-28T12:00:00.000Z',
        nowMinutes: 510,
        ...usual,
        p90Minutes: 570,
        sinceDay: since,
      },
    ])
    frenchHours = 1
    await pollAfter(1)
    expect((await delays())[1]).toMatchObject({ nowMinutes: 90, sinceDay: null })
  })

  test('bring what is new while the past is still being read', async () => {
    const source = createTestSource({ pollIntervalMs: 3 * HOUR_MS, maxConcurrency: 1 })
    let nowUtc = NOW_UTC
    // The far past is slow: each answer takes an hour and a half.
    source.beforeAnswer = async (_feed, span) => {
      if (span.toUtc < NOW_UTC - 30 * DAY_MS) nowUtc += 1.5 * HOUR_MS
    }
    const server = createTestIngestion(await openTestDatabase(), source, { clock: () => nowUtc })
    const run = server.start()
    await run.untilWaiting()
    await run.stop()
    const newest = source.asked.filter(({ span }) => span.toUtc > NOW_UTC)
    expect(newest.length).toBeGreaterThan(2 * source.feeds.length)
    expect(source.asked.length).toBeGreaterThan(newest.length)
    const later = { fromUtc: PAST.toUtc, toUtc: PAST.toUtc + 3 * HOUR_MS }
    expect(await server.values('FR', 'actual', later)).toEqual(expected(source, 2, later))
  })
})
