import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { createSeriesStore } from '#server/series/series-store.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#server/series/series.ts'
import { createIngestion, type Ingestion } from '#server/sources/ingestion/ingestion.ts'
import type { Timer } from '#server/sources/pace.ts'
import type { Source } from '#server/sources/source.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { startEntsoeService, type EntsoeService } from '#server/testing/entsoe-service.ts'
import { readBlock } from '#server/testing/read-block.ts'
import { partsInMemory } from '#server/testing/source.ts'

import { createEntsoeSource } from './entsoe-source.ts'

const AREA: MemberCode = 'PL'
const START_UTC = Date.UTC(2026, 10, 20, 12)
const BACKFILL_DAYS = 60

interface Replay {
  service: EntsoeService
  ingestion: Ingestion
  now: () => number
  /** Lets this much time pass, as fast as it goes. */
  pass(milliseconds: number): Promise<void>
  /** Hours of a span without a value of the load. */
  missingHours(kind: 'actual' | 'tso', span: Span): Promise<number>
}

/** The product's ingestion of one area, in front of the service, under a clock that jumps over every wait. */
async function startReplay(changes: Partial<Source> = {}): Promise<Replay> {
  let nowUtc = START_UTC
  let untilUtc = START_UTC
  let reached = () => {}
  let goOn = () => {}
  const controller = new AbortController()
  const clock = () => nowUtc
  async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const endUtc = nowUtc + milliseconds
    if (endUtc > untilUtc) {
      reached()
      await new Promise<void>((resolve) => {
        goOn = resolve
        signal.addEventListener('abort', () => resolve())
      })
      signal.throwIfAborted()
      return wait(endUtc - nowUtc, signal)
    }
    nowUtc = endUtc
  }
  const timer: Timer = { now: clock, wait }
  const service = await startEntsoeService(clock)
  const all = createEntsoeSource({
    url: service.url,
    token: 'token',
    clock,
    timer,
    parts: partsInMemory(),
    silenceMs: 300,
  })
  const source = { ...all, ...changes, feeds: all.feeds.filter(({ area }) => area === AREA) }
  const database = await openTestDatabase()
  const series = createSeriesStore(database)
  const ingestion = createIngestion({
    source,
    database,
    series,
    registry: new Registry(),
    clock,
    logger: pino({ level: 'silent' }),
    leadership: { isLeader: () => true },
    backfillDays: BACKFILL_DAYS,
    retryWaitMs: 1,
    wait,
  })
  let running: Promise<void> | null = null
  onTestFinished(async () => {
    controller.abort()
    await running
    await service.close()
  })
  return {
    service,
    ingestion,
    now: clock,
    async pass(milliseconds) {
      untilUtc += milliseconds
      const isReached = new Promise<void>((resolve) => {
        reached = resolve
      })
      goOn()
      running ??= ingestion.run(controller.signal)
      await isReached
      nowUtc = untilUtc
    },
    async missingHours(kind, span) {
      const block = await readBlock(series, { area: AREA, quantity: 'load', kind }, span)
      const present = [...(block?.powerMw ?? [])].filter((value) => !Number.isNaN(value)).length
      return (span.toUtc - span.fromUtc) / HOUR_MS - present
    },
  }
}

const PAST: Span = { fromUtc: Date.UTC(2026, 10, 20) - BACKFILL_DAYS * DAY_MS, toUtc: Date.UTC(2026, 10, 20) }

describe('the platform as it was in autumn 2026', () => {
  test('is read without a refusal and without a hole, and read on', async () => {
    const replay = await startReplay()
    await replay.pass(HOUR_MS)
    for (const kind of ['actual', 'tso'] as const) expect(await replay.missingHours(kind, PAST)).toBe(0)
    expect(replay.service.tooLong).toBe(0)
    // Four items, three windows of 28 days, and the polls of an hour.
    expect(replay.service.requests.length).toBeLessThan(4 * 3 + 5 * 4 + 4)
    await replay.pass(6 * HOUR_MS)
    expect(
      await replay.missingHours('actual', { fromUtc: PAST.toUtc, toUtc: replay.now() - 2 * HOUR_MS }),
    ).toBe(0)
  })

  test.each(['maintenance page', 'not found', 'refuses everything'] as const)(
    'is back within 15 minutes of its return after ten days of: %s',
    async (outage) => {
      const replay = await startReplay()
      await replay.pass(HOUR_MS)
      replay.service.outage = outage
      const sinceUtc = replay.now()
      const before = replay.service.requests.length
      await replay.pass(10 * DAY_MS)
      const down = replay.ingestion.outage()
      expect(down?.sinceUtc).toBeLessThan(sinceUtc + 20 * MINUTE_MS)
      expect(down?.nextTryUtc).toBeGreaterThan(replay.now() - 1)
      // One probe in a quarter of an hour.
      expect(replay.service.requests.length - before).toBeLessThan(10 * 96 + 40)
      replay.service.outage = null
      await replay.pass(16 * MINUTE_MS)
      expect(replay.ingestion.outage()).toBeNull()
      const lost = { fromUtc: sinceUtc - HOUR_MS, toUtc: sinceUtc + 9 * DAY_MS }
      expect(await replay.missingHours('actual', lost)).toBe(0)
    },
  )

  test('fills a gap weeks later, of a forecast as well', async () => {
    const replay = await startReplay({ pollIntervalMs: 6 * HOUR_MS })
    const span = {
      fromUtc: START_UTC - 6 * HOUR_MS - 5 * DAY_MS,
      toUtc: START_UTC - 6 * HOUR_MS - 4 * DAY_MS,
    }
    const untilUtc = START_UTC + 20 * DAY_MS
    for (const kind of ['actual', 'tso'] as const)
      replay.service.deviations.push({ area: AREA, kind, quantities: ['load'], span, factor: null, untilUtc })
    await replay.pass(HOUR_MS)
    expect(await replay.missingHours('tso', span)).toBe(24)
    await replay.pass(21 * DAY_MS)
    expect(await replay.missingHours('actual', span)).toBe(0)
    expect(await replay.missingHours('tso', span)).toBe(0)
  })
})
