/** @module-tag thorough */
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { describe, expect, onTestFinished, test } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span } from '#contract/time.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import type { Source } from '#server/sources/source.ts'
import { readBlock } from '#server/testing/blocks.ts'
import { openTestDatabase } from '#server/testing/database.ts'
import { startEntsoeService } from '#server/testing/services/entsoe.ts'
import { partsInMemory } from '#server/testing/source.ts'

import { createEntsoeSource } from './entsoe-source.ts'
import { createFileLibrary } from './file-library.ts'

const AREA: MemberCode = 'PL'
const START_UTC = Date.UTC(2026, 10, 20, 12)
const BACKFILL_DAYS = 60

/** The product's ingestion in front of the simulated service, under a clock that jumps over every wait. */
async function startReplay({
  hasLibrary = false,
  ...changes
}: Partial<Source> & { hasLibrary?: boolean } = {}) {
  const database = await openTestDatabase()
  let nowUtc = START_UTC
  let untilUtc = START_UTC
  let reached = () => {}
  let goOn = () => {}
  let logged = ''
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
  const service = await startEntsoeService(clock)
  service.library.areas = [AREA]
  const common = { clock, timer: { now: clock, wait }, parts: partsInMemory() }
  const library = hasLibrary ? { library: createFileLibrary({ ...common, ...service.library }) } : {}
  const all = createEntsoeSource({ ...common, url: service.url, token: 'token', ...library })
  const series = createSeriesStore(database)
  const ingestion = createIngestion({
    source: { ...all, ...changes, feeds: all.feeds.filter(({ area }) => area === AREA) },
    database,
    series,
    registry: new Registry(),
    clock,
    logger: pino({ level: 'warn' }, { write: (line) => void (logged += line) }),
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
    warnings: () => logged,
    async pass(milliseconds: number) {
      untilUtc += milliseconds
      const isReached = new Promise<void>((resolve) => (reached = resolve))
      goOn()
      running ??= ingestion.run(controller.signal)
      await isReached
      nowUtc = untilUtc
    },
    async missingHours(kind: 'actual' | 'tso', span: Span) {
      const block = await readBlock(series, { area: AREA, quantity: 'load', kind }, span)
      const present = block.powerMw.filter((value) => !Number.isNaN(value)).length
      return (span.toUtc - span.fromUtc) / HOUR_MS - (present * block.stepMinutes) / 60
    },
    /** Hours of the load of a span by the source that they are kept under. */
    async hoursBySource(kind: 'actual' | 'tso', { fromUtc, toUtc }: Span) {
      const rows = await database.query<{ source: string; hours: number }>(
        `SELECT source, sum(step_minutes)::float8 / 60 AS hours FROM observation
         WHERE kind = $1::text AND quantity = 'load' AND ts >= $2::timestamptz AND ts < $3::timestamptz
         GROUP BY source`,
        [kind, new Date(fromUtc), new Date(toUtc)],
      )
      return Object.fromEntries(rows.map(({ source, hours }) => [source, hours]))
    },
    filesRead: () => service.requests.filter(({ pathname }) => pathname === '/downloadFileContent').length,
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
    await replay.pass(2 * HOUR_MS)
    expect(
      await replay.missingHours('actual', { fromUtc: PAST.toUtc, toUtc: replay.now() - 2 * HOUR_MS }),
    ).toBe(0)
  })

  test.each([
    ['maintenance page', 10],
    ['not found', 2],
    ['refuses everything', 2],
  ] as const)('is back within 15 minutes of its return after: %s, for %i days', async (outage, days) => {
    const replay = await startReplay()
    await replay.pass(HOUR_MS)
    replay.service.outage = outage
    const sinceUtc = replay.now()
    const before = replay.service.requests.length
    await replay.pass(days * DAY_MS)
    const down = replay.ingestion.outage()
    expect(down?.sinceUtc).toBeLessThan(sinceUtc + 20 * MINUTE_MS)
    expect(down?.nextTryUtc).toBeGreaterThan(replay.now() - 1)
    // One probe in a quarter of an hour.
    expect(replay.service.requests.length - before).toBeLessThan(days * 96 + 40)
    replay.service.outage = null
    await replay.pass(16 * MINUTE_MS)
    expect(replay.ingestion.outage()).toBeNull()
    const lost = { fromUtc: sinceUtc - HOUR_MS, toUtc: sinceUtc + (days - 1) * DAY_MS }
    expect(await replay.missingHours('actual', lost)).toBe(0)
  })

  test('fills a gap weeks later, of a forecast as well', async () => {
    const replay = await startReplay({ pollIntervalMs: 6 * HOUR_MS })
    const dayUtc = START_UTC - 6 * HOUR_MS - 25 * DAY_MS
    const span = { fromUtc: dayUtc, toUtc: dayUtc + DAY_MS }
    const untilUtc = START_UTC + DAY_MS
    for (const kind of ['actual', 'tso'] as const)
      replay.service.deviations.push({ area: AREA, kind, quantities: ['load'], span, factor: null, untilUtc })
    await replay.pass(HOUR_MS)
    expect(await replay.missingHours('tso', span)).toBe(24)
    await replay.pass(2 * DAY_MS)
    expect(await replay.missingHours('actual', span)).toBe(0)
    expect(await replay.missingHours('tso', span)).toBe(0)
  })
})

describe('with a login for the File Library', () => {
  /** The past beyond the reach of one request of a feed. */
  const oldest = { fromUtc: PAST.fromUtc, toUtc: START_UTC - 28 * DAY_MS }
  const newest = { fromUtc: START_UTC - 28 * DAY_MS, toUtc: PAST.toUtc }

  test('the past is read from files, a month of all areas at a time, and the last weeks from the API', async () => {
    const replay = await startReplay({ hasLibrary: true })
    await replay.pass(HOUR_MS)
    for (const kind of ['actual', 'tso'] as const) {
      expect(await replay.hoursBySource(kind, oldest)).toEqual({ 'entsoe-files': hours(oldest) })
      expect(await replay.hoursBySource(kind, newest)).toEqual({ entsoe: hours(newest) })
    }
    // September and October, four items.
    expect(replay.filesRead()).toBe(2 * 4)
    expect(replay.warnings()).toBe('')
    await replay.pass(HOUR_MS)
    expect(replay.filesRead()).toBe(2 * 4)
  })

  test.each<[string, (replay: Awaited<ReturnType<typeof startReplay>>) => void, RegExp]>([
    ['refuses the sign-in', ({ service }) => (service.library.isPasswordExpired = true), /expired/],
    ['sends half of each file', ({ service }) => (service.library.isCut = true), /truncated/],
    ['has files without this area', ({ service }) => (service.library.areas = ['SI']), /^$/],
    ['is down', ({ service }) => (service.library.isDown = true), /503/],
  ])('the API gives the past where the library %s', async (_, spoil, reason) => {
    const replay = await startReplay({ hasLibrary: true })
    spoil(replay)
    await replay.pass(HOUR_MS)
    expect(await replay.hoursBySource('actual', PAST)).toEqual({ entsoe: hours(PAST) })
    expect(replay.warnings()).toMatch(reason)
    // It is not asked at every poll.
    expect(replay.service.library.signIns).toBeLessThanOrEqual(2)
  })

  test('an outage of more than two hours is bridged, and what the API says afterwards counts', async () => {
    const replay = await startReplay({ hasLibrary: true })
    await replay.pass(HOUR_MS)
    replay.service.outage = 'not found'
    await replay.pass(90 * MINUTE_MS)
    expect(replay.filesRead()).toBe(2 * 4)
    await replay.pass(DAY_MS)
    const lost = { fromUtc: START_UTC + 2 * HOUR_MS, toUtc: START_UTC + DAY_MS }
    expect(await replay.hoursBySource('actual', lost)).toEqual({ 'entsoe-files': hours(lost) })
    const tomorrow = { fromUtc: Date.UTC(2026, 10, 22), toUtc: Date.UTC(2026, 10, 22, 12) }
    expect(await replay.hoursBySource('tso', tomorrow)).toEqual({ 'entsoe-files': 12 })
    // Not more than one reading of each of the month's files an hour.
    expect(replay.filesRead()).toBeLessThanOrEqual(2 * 4 + 4 * 26)
    expect(replay.ingestion.outage()).not.toBeNull()
    replay.service.outage = null
    await replay.pass(HOUR_MS)
    expect(await replay.hoursBySource('actual', lost)).toEqual({ entsoe: hours(lost) })
    // A forecast that was not seen in time stays as it was last published.
    expect(await replay.hoursBySource('tso', tomorrow)).toEqual({ 'entsoe-files': 12 })
  })

  test('while the API has never answered, the past comes from files at once', async () => {
    const replay = await startReplay({ hasLibrary: true })
    replay.service.outage = 'maintenance page'
    await replay.pass(HOUR_MS)
    expect(await replay.missingHours('actual', oldest)).toBe(0)
  })

  const hours = ({ fromUtc, toUtc }: Span) => (toUtc - fromUtc) / HOUR_MS
})
