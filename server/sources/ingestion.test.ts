import { setTimeout as sleep } from 'node:timers/promises'

import * as fc from 'fast-check'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import type { Database } from '#server/database/database.ts'
import { describeOnBothEngines, openTestDatabase } from '#server/database/test-database.ts'
import { SourceError } from '#server/errors.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { HOUR_MS } from '#server/series/series.ts'
import type { Kind, SeriesStore, Span } from '#server/series/series.ts'

import { createIngestion } from './ingestion.ts'
import type { Ingestion, IngestionParts } from './ingestion.ts'
import { createTestSource } from './test-source.ts'
import type { TestSource } from './test-source.ts'

const DAY_MS = 24 * HOUR_MS
/** Half past twelve. */
const NOW_UTC = Date.UTC(2026, 10, 20, 12, 30)
const BACKFILL_DAYS = 60
const PAST: Span = {
  fromUtc: Date.UTC(2026, 10, 20) - BACKFILL_DAYS * DAY_MS,
  toUtc: Date.UTC(2026, 10, 20, 12),
}

interface Server {
  ingestion: Ingestion
  series: SeriesStore
  registry: Registry
  source: TestSource
  /** Runs until nothing is left to be done, or for as long as a test wants. */
  start(): { stop(): Promise<void> }
  values(area: MemberCode, kind: Kind, span?: Span): Promise<(number | null)[]>
}

function createServer(database: Database, source: TestSource, changes: Partial<IngestionParts> = {}): Server {
  const registry = new Registry()
  const series = createSeriesStore(database)
  const ingestion = createIngestion({
    source,
    database,
    series,
    registry,
    clock: () => NOW_UTC,
    logger: pino({ level: 'silent' }),
    leadership: { isLeader: () => true },
    backfillDays: BACKFILL_DAYS,
    retryWaitMs: 1,
    ...changes,
  })
  return {
    ingestion,
    series,
    registry,
    source,
    start() {
      const controller = new AbortController()
      const running = ingestion.run(controller.signal)
      const stop = async () => {
        controller.abort()
        await running
      }
      onTestFinished(stop)
      return { stop }
    },
    async values(area, kind, span = PAST) {
      const [block] = await series.read([{ area, quantity: 'load', kind }], span)
      return [...(block?.powerMw ?? [])].map((value) => (Number.isNaN(value) ? null : value))
    },
  }
}

/** Waits until a source has not been asked for a while. */
async function untilQuiet(source: TestSource): Promise<void> {
  for (let asked = -1; asked !== source.asked.length;) {
    asked = source.asked.length
    await sleep(150)
  }
}

async function fill(server: Server): Promise<void> {
  const run = server.start()
  await untilQuiet(server.source)
  await run.stop()
}

const expected = (source: TestSource, index: number, span = PAST) => {
  const feed = source.feeds[index]
  if (feed === undefined) throw new Error(`no feed ${index}`)
  return Array.from({ length: Math.floor((span.toUtc - span.fromUtc) / HOUR_MS) }, (_, hour) =>
    source.valueAt(feed, span.fromUtc + hour * HOUR_MS),
  )
}

describeOnBothEngines('ingestion', (open) => {
  it('fills the past newest first and tells how far it is', async () => {
    const progress: number[] = []
    const source = createTestSource()
    const server = createServer(await open(), source, { onProgress: ({ done }) => progress.push(done) })
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

  it('stores forecasts of tomorrow and nothing of the future as actual', async () => {
    const server = createServer(await open(), createTestSource())
    await fill(server)
    const future = { fromUtc: Date.UTC(2026, 10, 20, 12), toUtc: Date.UTC(2026, 10, 22) }
    expect(await server.values('DE', 'tso', future)).toEqual(expected(server.source, 1, future))
    expect(new Set(await server.values('DE', 'actual', future))).toEqual(new Set([null]))
  })

  it('reads again what may be revised: actual values follow, the first forecast stays', async () => {
    const database = await open()
    const source = createTestSource()
    const first = createServer(database, source)
    await fill(first)
    const before = await first.values('DE', 'tso')
    source.asked = []
    source.valueAt = (feed, utc) => (feed.area === 'DE' ? 60_000 : 45_000) + ((utc / HOUR_MS) % 500)
    const second = createServer(database, source)
    await fill(second)
    expect(source.asked.map(({ span }) => span.fromUtc)).toEqual(Array(3).fill(NOW_UTC - DAY_MS))
    expect((await second.values('DE', 'actual')).slice(-23)).toEqual(expected(source, 0).slice(-23))
    expect(await second.values('DE', 'tso')).toEqual(before)
  })

  it('reads what was published while the server was off', async () => {
    const database = await open()
    const source = createTestSource()
    await fill(createServer(database, source))
    source.asked = []
    const later = createServer(database, source, { clock: () => NOW_UTC + 30 * DAY_MS })
    await fill(later)
    const whole = { fromUtc: PAST.fromUtc, toUtc: PAST.toUtc + 30 * DAY_MS }
    expect(await later.values('FR', 'actual', whole)).toEqual(expected(source, 2, whole))
    expect(Math.min(...source.asked.map(({ span }) => span.fromUtc))).toBe(NOW_UTC - DAY_MS)
  })
})

describe('ingestion whose answers come in any order', () => {
  it('ends with the same table', async () => {
    const inOrder = createServer(await openTestDatabase(), createTestSource({ maxConcurrency: 1 }))
    await fill(inOrder)
    await fc.assert(
      fc.asyncProperty(
        fc.infiniteStream(fc.integer({ min: 0, max: 20 })),
        fc.integer({ min: 2, max: 6 }),
        fc.integer({ min: 3, max: 40 }),
        async (delaysMs, maxConcurrency, maxSpanDays) => {
          const source = createTestSource({ maxConcurrency, maxSpanDays: () => maxSpanDays })
          source.beforeAnswer = async () => {
            await sleep(delaysMs.next().value)
          }
          const server = createServer(await openTestDatabase(), source)
          await fill(server)
          for (const { area, kind } of source.feeds)
            expect(await server.values(area, kind)).toEqual(await inOrder.values(area, kind))
        },
      ),
      { numRuns: 5 },
    )
  })
})

describe('ingestion that is stopped', () => {
  it('goes on where it was, and ends with the same table', async () => {
    const whole = createTestSource()
    const uninterrupted = createServer(await openTestDatabase(), whole)
    await fill(uninterrupted)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 4 }), async (stops) => {
        const database = await openTestDatabase()
        const source = createTestSource()
        for (const stopAfter of stops) {
          const server = createServer(database, source)
          const asked = source.asked.length
          const run = server.start()
          source.beforeAnswer = async () => {
            if (source.asked.length >= asked + stopAfter) void run.stop()
          }
          await untilQuiet(source)
          await run.stop()
        }
        source.beforeAnswer = async () => {}
        const last = createServer(database, source)
        await fill(last)
        for (const { area, kind } of source.feeds)
          expect(await last.values(area, kind)).toEqual(await uninterrupted.values(area, kind))
      }),
      { numRuns: 4 },
    )
  })

  it('stops at once while the source is silent, and leaves nothing running', async () => {
    const source = createTestSource()
    source.beforeAnswer = (_feed, _span, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    const server = createServer(await openTestDatabase(), source)
    const run = server.start()
    await untilQuiet(source)
    const startedMs = performance.now()
    await run.stop()
    expect(performance.now() - startedMs).toBeLessThan(200)
    const { length } = source.asked
    await sleep(100)
    expect(source.asked).toHaveLength(length)
  })

  it('reads nothing in a process that does not lead', async () => {
    const source = createTestSource()
    const server = createServer(await openTestDatabase(), source, { leadership: { isLeader: () => false } })
    await fill(server)
    expect(source.asked).toEqual([])
  })
})

describe('a source with faults', () => {
  it('is asked again where that may help, and stored data and other feeds do not suffer', async () => {
    const database = await openTestDatabase()
    const source = createTestSource()
    const server = createServer(database, source)
    await fill(server)
    source.asked = []
    source.beforeAnswer = async (feed) => {
      if (feed.area === 'FR') throw new SourceError('The source is down.', { isTransient: true })
    }
    const later = createServer(database, source, { clock: () => NOW_UTC + 5 * DAY_MS })
    await fill(later)
    const whole = { fromUtc: PAST.fromUtc, toUtc: PAST.toUtc + 5 * DAY_MS }
    expect(await later.values('DE', 'actual', whole)).toEqual(expected(source, 0, whole))
    expect((await later.values('FR', 'actual', whole)).slice(0, -5 * 24)).toEqual(expected(source, 2))
    expect(source.asked.filter(({ feed }) => feed.area === 'FR')).toHaveLength(3)
    expect(await later.registry.metrics()).toContain(
      'energy_source_failures_total{source="test",kind="actual"} 3',
    )
  })

  it('that is down as a whole is left alone for the round', async () => {
    const feeds = (['DE', 'FR', 'AT', 'BE', 'NL', 'CH', 'PL', 'CZ'] as const).map((area) => ({
      area,
      kind: 'actual' as const,
      quantities: ['load'] as const,
    }))
    const source = createTestSource({ feeds, maxConcurrency: 1 })
    source.beforeAnswer = async () => {
      throw new SourceError('The source is down.', { isTransient: true })
    }
    await fill(createServer(await openTestDatabase(), source))
    expect(new Set(source.asked.map(({ feed }) => feed.area)).size).toBe(4)
  })

  it('that refuses a span gives the others', async () => {
    const source = createTestSource()
    const refusedFrom = Date.UTC(2026, 10, 1)
    source.beforeAnswer = async (feed, span) => {
      if (feed.area === 'FR' && span.fromUtc === refusedFrom)
        throw new SourceError('Not allowed.', { isTransient: false })
    }
    const server = createServer(await openTestDatabase(), source)
    await fill(server)
    const values = await server.values('FR', 'actual')
    const gap = values.filter((value) => value === null).length
    expect(gap).toBeGreaterThan(0)
    expect(gap).toBeLessThanOrEqual(10 * 24)
    expect(values[0]).not.toBeNull()
    expect(
      source.asked.filter(({ span }) => span.fromUtc === refusedFrom && span.toUtc < NOW_UTC).length,
    ).toBe(3)
  })

  it('that sends values that cannot be true: they are counted by area, the others stored', async () => {
    const source = createTestSource()
    const bad = new Map([
      [Date.UTC(2026, 10, 10, 3), -5],
      [Date.UTC(2026, 10, 10, 4), 600_000],
      [Date.UTC(2026, 10, 10, 5), Number.POSITIVE_INFINITY],
    ])
    const { valueAt } = source
    source.valueAt = (feed, utc) =>
      feed.area === 'FR' ? (bad.get(utc) ?? valueAt(feed, utc)) : valueAt(feed, utc)
    const server = createServer(await openTestDatabase(), source)
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

describe('readiness', () => {
  it('of an invented source comes with its first fill, in every process', async () => {
    const database = await openTestDatabase()
    const server = createServer(database, createTestSource({ isDemo: true }))
    expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: false })
    await fill(server)
    const other = createServer(database, createTestSource({ isDemo: true }))
    expect(await other.ingestion.readiness.check()).toEqual({ isReady: true, message: 'up to date' })
  })

  it('of a real source waits for nothing and tells how far the past is read', async () => {
    const source = createTestSource()
    const server = createServer(await openTestDatabase(), source)
    expect(await server.ingestion.readiness.check()).toMatchObject({ isReady: true })
    source.beforeAnswer = async (_feed, _span, signal) => {
      if (source.asked.length > 10) await sleep(60_000, undefined, { signal })
    }
    server.start()
    await untilQuiet(source)
    const state = await server.ingestion.readiness.check()
    expect(state).toMatchObject({ isReady: true, message: 'reading the past' })
    expect(state.progress?.total).toBeGreaterThan(state.progress?.done ?? Infinity)
  })
})
