import { describe, expect, test } from 'vitest'

import { DAY_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { DatabaseError, SourceError } from '#server/errors.ts'
import { aroundQueries, openTestDatabase } from '#server/testing/database.ts'
import {
  NOW_UTC,
  PAST,
  createTestIngestion,
  expected,
  fill,
  type TestIngestion,
} from '#server/testing/ingestion.ts'
import { createTestSource } from '#server/testing/source.ts'

test('a database that fails is tried again, and filled when it is back', async () => {
  const database = await openTestDatabase()
  let isAway = true
  const moody = aroundQueries(database, (_text, query) =>
    isAway ? Promise.reject(new DatabaseError('It is away.')) : query(),
  )
  const source = createTestSource()
  const server = createTestIngestion(moody, source, { backfillDays: 5 })
  const run = server.start()
  await run.untilWaiting()
  expect(source.asked).toEqual([])
  expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: false })
  isAway = false
  run.nextRound()
  await run.untilWaiting()
  expect(source.asked).not.toEqual([])
  await run.stop()
  expect((await server.values('DE', 'actual')).at(-1)).toBe(expected(source, 0).at(-1))
})

describe('a source with faults', () => {
  test('is asked again if that can help, and stored data and other feeds do not suffer', async () => {
    const database = await openTestDatabase()
    const source = createTestSource()
    const server = createTestIngestion(database, source)
    await fill(server)
    source.asked = []
    source.beforeAnswer = async (feed) => {
      if (feed.area === 'FR') throw new SourceError('The source is down.', { isTransient: true })
    }
    const later = createTestIngestion(database, source, { clock: () => NOW_UTC + 5 * DAY_MS })
    await fill(later)
    const whole = { fromUtc: PAST.fromUtc, toUtc: PAST.toUtc + 5 * DAY_MS }
    expect(await later.values('DE', 'actual', whole)).toEqual(expected(source, 0, whole))
    expect(later.ingestion.outage()).toBeNull()
    expect((await later.values('FR', 'actual', whole)).slice(0, -5 * 24)).toEqual(expected(source, 2))
    expect(source.asked.filter(({ feed }) => feed.area === 'FR')).toHaveLength(3)
    expect(await later.registry.metrics()).toContain(
      'energy_source_failures_total{source="test",kind="actual"} 3',
    )
  })

  test('that is down as a whole is not asked again in that round', async () => {
    const feeds = (['DE', 'FR', 'AT', 'BE', 'NL', 'CH', 'PL', 'CZ'] as const).map((area) => ({
      area,
      kind: 'actual' as const,
      quantities: ['load'] as const,
    }))
    const source = createTestSource({ feeds, maxConcurrency: 1 })
    source.beforeAnswer = async () => {
      throw new SourceError('The source is down.', { isTransient: true })
    }
    const server = createTestIngestion(await openTestDatabase(), source)
    await fill(server)
    expect(new Set(source.asked.map(({ feed }) => feed.area)).size).toBe(4)
    expect(server.ingestion.outage()).toEqual({
      message: 'The source is down.',
      sinceUtc: NOW_UTC,
      tries: 1,
      nextTryUtc: NOW_UTC + MINUTE_MS,
    })
    source.beforeAnswer = async () => {}
    await fill(server)
    expect(server.ingestion.outage()).toBeNull()
  })

  test('that refuses one span: all others are stored', async () => {
    const source = createTestSource()
    const refusedUtc = Date.UTC(2026, 10, 1)
    const isRefused = ({ fromUtc, toUtc }: Span) => fromUtc <= refusedUtc && refusedUtc < toUtc
    source.beforeAnswer = async (feed, span) => {
      if (feed.area === 'FR' && isRefused(span)) throw new SourceError('Not allowed.', { isTransient: false })
    }
    const server = createTestIngestion(await openTestDatabase(), source)
    await fill(server)
    const values = await server.values('FR', 'actual')
    const gap = values.filter((value) => value === null).length
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThanOrEqual(10 * 24)
    expect(values[0]).not.toBeNull()
    expect(source.asked.filter(({ feed, span }) => feed.area === 'FR' && isRefused(span))).toHaveLength(1)
  })

  test('that gives no values of a past: it is asked again every third day until it came, or was said twice, weeks apart', async () => {
    const source = createTestSource()
    const { valueAt } = source
    const hole = { fromUtc: Date.UTC(2026, 9, 3), toUtc: Date.UTC(2026, 9, 6) }
    const isHole = (utc: number) => utc >= hole.fromUtc && utc < hole.toUtc
    source.valueAt = (feed, utc) => (isHole(utc) ? null : valueAt(feed, utc))
    const database = await openTestDatabase()
    const askedAfter = async (days: number) => {
      source.asked = []
      await fill(createTestIngestion(database, source, { clock: () => NOW_UTC + days * DAY_MS }))
      return source.asked
        .filter(({ span }) => span.fromUtc < hole.toUtc && span.toUtc > hole.fromUtc)
        .map(({ feed }) => feed.area)
    }
    expect((await askedAfter(0)).length).toBeGreaterThanOrEqual(3)
    expect(await askedAfter(2)).toEqual([])
    expect(await askedAfter(3)).toEqual(['DE', 'DE', 'FR'])
    source.valueAt = (feed, utc) => (isHole(utc) && feed.area === 'DE' ? null : valueAt(feed, utc))
    expect(await askedAfter(6)).toEqual(['DE', 'DE', 'FR'])
    expect(await askedAfter(14)).toEqual(['DE', 'DE'])
    expect(await askedAfter(20)).toEqual([])
    const server = createTestIngestion(database, source)
    expect(await server.values('FR', 'actual')).toEqual(expected(source, 2))
  })

  test('that gives nothing without a word: it is asked again at once after a start and after an outage, and not at every poll', async () => {
    const source = createTestSource()
    const { valueAt } = source
    const fetch = source.fetch.bind(source)
    const hole = { fromUtc: Date.UTC(2026, 9, 3), toUtc: Date.UTC(2026, 9, 6) }
    source.valueAt = (feed, utc) => (utc >= hole.fromUtc && utc < hole.toUtc ? null : valueAt(feed, utc))
    source.fetch = async (...words) => ({ ...(await fetch(...words)), isSilent: true })
    const database = await openTestDatabase()
    const askedBy = async (server: TestIngestion) => {
      source.asked = []
      await fill(server)
      return source.asked
        .filter(({ span }) => span.fromUtc < hole.toUtc && span.toUtc > hole.fromUtc)
        .map(({ feed }) => feed.area)
    }
    const all = ['DE', 'DE', 'FR']
    await fill(createTestIngestion(database, source))
    const server = createTestIngestion(database, source)
    expect(await askedBy(server)).toEqual(all)
    expect(await askedBy(server)).toEqual([])
    source.beforeAnswer = async () => {
      throw new SourceError('The source is down.', { isTransient: true })
    }
    await fill(server)
    expect(server.ingestion.outage()).not.toBeNull()
    source.beforeAnswer = async () => {}
    source.valueAt = valueAt
    expect(await askedBy(server)).toEqual(all)
    expect(server.ingestion.outage()).toBeNull()
    expect((await server.values('DE', 'actual', hole)).includes(null)).toBe(false)
  })

  test('that sends values that cannot be true: they are counted by area, the others stored', async () => {
    const source = createTestSource()
    const bad = new Map([
      [Date.UTC(2026, 10, 10, 3), -5],
      [Date.UTC(2026, 10, 10, 4), 600_000],
      [Date.UTC(2026, 10, 10, 5), Infinity],
    ])
    const { valueAt } = source
    source.valueAt = (feed, utc) =>
      feed.area === 'FR' ? (bad.get(utc) ?? valueAt(feed, utc)) : valueAt(feed, utc)
    const server = createTestIngestion(await openTestDatabase(), source)
    await fill(server)
    const hours = { fromUtc: Date.UTC(2026, 10, 10, 2), toUtc: Date.UTC(2026, 10, 10, 7) }
    const stored = await server.values('FR', 'actual', hours)
    expect(stored.map((value) => value === null)).toEqual([false, true, true, true, false])
    const refused = await server.registry.getSingleMetric('energy_source_refused_values_total')?.get()
    expect(refused?.values).toEqual([
      expect.objectContaining({ labels: { source: 'test', area: 'DE' } }),
      expect.objectContaining({ labels: { source: 'test', area: 'FR' }, value: 4 }),
    ])
  })
})
