import { describe, expect, test } from 'vitest'

import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { SourceError } from '#server/errors.ts'
import type { StepMinutes } from '#server/series/series.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { readWhole, type Feed } from '#server/sources/source.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { NOW_UTC, createTestIngestion, fill } from '#server/testing/ingestion.ts'
import { createTestSource } from '#server/testing/source.ts'

import { ingestSpan } from './ingest-span.ts'

/** Midnight in Brussels. */
const MIDNIGHT = Date.UTC(2026, 10, 18, 23)
const SPAN: Span = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + 4 * HOUR_MS }
const { signal } = new AbortController()

/** A source that gives the values of its feed from midnight on, at a step; NaN is left out. */
async function openSource(feed: Feed) {
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  let answer: { stepMinutes: StepMinutes; powerMw: readonly number[] } = { stepMinutes: 60, powerMw: [] }
  let nowUtc = NOW_UTC
  let isSilent = false
  const source = createTestSource({
    feeds: [feed],
    fetch: async () => ({
      isSilent,
      ...readWhole(
        [...answer.powerMw.entries()]
          .filter(([, value]) => !Number.isNaN(value))
          .map(([slot, value]) => ({
            area: feed.area,
            kind: feed.kind,
            quantity: feed.quantities[0] ?? 'load',
            startsAtUtc: MIDNIGHT + slot * answer.stepMinutes * MINUTE_MS,
            stepMinutes: answer.stepMinutes,
            powerMw: Float64Array.of(value),
          })),
      ),
    }),
  })
  return {
    beSilent: (toBe: boolean) => void (isSilent = toBe),
    async read(stepMinutes: StepMinutes, powerMw: readonly number[], atUtc = NOW_UTC, span = SPAN) {
      answer = { stepMinutes, powerMw }
      nowUtc = atUtc
      const parts = { source, database, series, clock: () => nowUtc, areas: [feed.area], span }
      await ingestSpan(parts, signal)
      const key = { area: feed.area, quantity: feed.quantities[0] ?? 'load', kind: feed.kind }
      return [...(await series.read([key], span))(key).powerMw]
    },
  }
}

describe('actual values that are read again', () => {
  const feed: Feed = { area: 'DE', kind: 'actual', quantities: ['solar'] }

  test('go where the source withdraws them, and only there', async () => {
    const source = await openSource(feed)
    expect(await source.read(60, [1, 2, 3, 4])).toEqual([1, 2, 3, 4])
    expect(await source.read(60, [1, NaN, 3])).toEqual([1, NaN, 3, NaN])
    const part = { fromUtc: MIDNIGHT + 30 * MINUTE_MS, toUtc: MIDNIGHT + 2.5 * HOUR_MS }
    expect(await source.read(60, [NaN, 5], NOW_UTC, part)).toEqual([1, 5, 5, 3])
  })

  test('go where a source says that it has nothing at all any more, and not where it only gives nothing', async () => {
    const source = await openSource(feed)
    await source.read(60, [1, 2, 3, 4])
    source.beSilent(true)
    expect(await source.read(60, [])).toEqual([1, 2, 3, 4])
    source.beSilent(false)
    expect(new Set(await source.read(60, []))).toEqual(new Set([NaN]))
  })

  test('are those of the last weeks, once a day', async () => {
    const source = createTestSource({ rarelyRevisedForMs: 35 * DAY_MS, maxSpanDays: () => 60 })
    const database = await openTestDatabase()
    let nowUtc = NOW_UTC
    const server = createTestIngestion(database, source, { clock: () => nowUtc })
    await fill(server)
    const oldRequests = async (utc: number) => {
      nowUtc = utc
      source.asked = []
      await fill(server)
      return source.asked
        .filter(({ span }) => span.toUtc < utc - DAY_MS)
        .map(({ feed }) => `${feed.area} ${feed.kind}`)
    }
    expect(await oldRequests(NOW_UTC + HOUR_MS)).toEqual([])
    const { valueAt } = source
    source.valueAt = (feed, utc) => (valueAt(feed, utc) ?? 0) + 1
    // Forecasts are read again too, because gaps can have been filled.
    expect(await oldRequests(NOW_UTC + DAY_MS)).toEqual(['DE actual', 'DE tso', 'FR actual'])
    expect(await oldRequests(NOW_UTC + DAY_MS + HOUR_MS)).toEqual([])
    const revised = {
      fromUtc: NOW_UTC - 30 * DAY_MS - 30 * MINUTE_MS,
      toUtc: NOW_UTC - 29 * DAY_MS - 30 * MINUTE_MS,
    }
    const [france] = source.feeds.slice(2)
    if (france === undefined) throw new Error('no feed')
    expect((await server.values('FR', 'actual', revised))[0]).toBe(source.valueAt(france, revised.fromUtc))
    expect(server.ingestion.progress()).toBeNull()
  })
})

test('a hole that cannot be filled keeps no other values from being read again', async () => {
  const source = createTestSource({ rarelyRevisedForMs: 35 * DAY_MS })
  source.beforeAnswer = async (asked, span) => {
    if (asked.area === 'FR' && span.fromUtc < NOW_UTC - 20 * DAY_MS)
      throw new SourceError('FR is late.', { isTransient: true })
  }
  let nowUtc = NOW_UTC
  const server = createTestIngestion(await openTestDatabase(), source, { clock: () => nowUtc })
  await fill(server)
  nowUtc += DAY_MS
  source.asked = []
  // The first rounds show that the fill no longer gets on.
  for (let round = 0; round < 3; round += 1) await fill(server)
  const again = source.asked.filter(
    ({ feed: { area }, span }) => area === 'DE' && span.toUtc < NOW_UTC - 10 * DAY_MS,
  )
  expect(new Set(again.map(({ feed: { kind } }) => kind))).toEqual(new Set(['actual', 'tso']))
})

describe('a forecast that begins with a placeholder', () => {
  /** The forecast of 19 November, fetched on the 18th. */
  const fetchedAt = (hour: number) => Date.UTC(2026, 10, 18, hour)
  const day = { fromUtc: MIDNIGHT, toUtc: MIDNIGHT + DAY_MS }
  const zeros = Array<number>(24).fill(0)
  const real = zeros.map((_, hour) => 1000 + hour)

  test('of zeros has no value until the real one comes, however late', async () => {
    const source = await openSource({ area: 'DE', kind: 'tso', quantities: ['wind'] })
    expect(new Set(await source.read(60, zeros, fetchedAt(17), day))).toEqual(new Set([NaN]))
    expect(new Set(await source.read(60, zeros, fetchedAt(19), day))).toEqual(new Set([NaN]))
    expect(await source.read(60, real, fetchedAt(21), day)).toEqual(real)
    expect(await source.read(60, zeros, fetchedAt(22), day)).toEqual(real)
  })

  test('of zeros is a forecast of the sun in winter, and of an area without wind power', async () => {
    const sun = await openSource({ area: 'DE', kind: 'tso', quantities: ['solar'] })
    expect(await sun.read(60, zeros, fetchedAt(17), day)).toEqual(zeros)
    const slovenia = await openSource({ area: 'SI', kind: 'tso', quantities: ['wind'] })
    expect(await slovenia.read(60, zeros, fetchedAt(17), day)).toEqual(zeros)
  })
})
