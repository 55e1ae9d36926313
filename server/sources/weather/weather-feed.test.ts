import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, type Span } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import type { Database } from '#server/database/database.ts'
import { SourceError } from '#server/errors.ts'
import { createWeatherStore } from '#server/series/store/weather-store.ts'
import type { WeatherAnswer, WeatherPoint, WeatherSource } from '#server/sources/weather-source.ts'
import { openTestDatabase } from '#server/testing/database.ts'

import { pointsOf } from './area-points.ts'
import { createWeatherFeed, type WeatherFeed } from './weather-feed.ts'

/** Twenty past nine in Brussels. */
const NOW_UTC = Date.UTC(2026, 10, 20, 8, 20)
const MIDNIGHT_UTC = Date.UTC(2026, 10, 20)

/** Whole days in Brussels in winter or summer time, with the three hours before them. */
function spanOfDays(from: string, to: string): Span {
  const midnight = (day: string) => dayAt(Date.parse(day) + 12 * HOUR_MS, MARKET_ZONE)
  return { fromUtc: midnight(from).fromUtc - 3 * HOUR_MS, toUtc: midnight(to).toUtc }
}

interface TestFeed {
  feed: WeatherFeed
  source: TestWeather
  /** The reasons in the warnings of the log, and the days that it says were read of the past. */
  logged: string[]
  daysLogged: number[]
  /** Runs until the feed waits in both of its loops; gives how long it would wait for its next look. */
  round: () => Promise<number>
}

interface TestWeather extends WeatherSource {
  fetched: { areas: string[]; span: Span }[]
  past: { area: string; span: Span }[]
  /** °C of every point; NaN is missing. */
  valueOf: (point: WeatherPoint, utc: number) => number
  failure: SourceError | null
  pastFailure: SourceError | null
  runUtc: number | null
}

function createTestWeather(): TestWeather {
  const answer = (points: readonly WeatherPoint[], span: Span, runUtc: number | null): WeatherAnswer => ({
    runUtc,
    points: points.map((point) => {
      const hours = { length: (span.toUtc - span.fromUtc) / HOUR_MS }
      const values = () =>
        Float64Array.from(hours, (_, hour) => source.valueOf(point, span.fromUtc + hour * HOUR_MS))
      return { temperatureC: values(), windSpeedMs: values(), radiationWm2: values() }
    }),
  })
  const source: TestWeather = {
    name: 'test',
    label: 'Test weather',
    credit: null,
    isDemo: false,
    model: 'm',
    fetched: [],
    past: [],
    valueOf: () => 8,
    failure: null,
    pastFailure: null,
    runUtc: MIDNIGHT_UTC,
    pastDays: 1000,
    newestRun: async () =>
      source.runUtc === null ? null : { runUtc: source.runUtc, readyAtUtc: source.runUtc },
    async fetch(points, span) {
      source.fetched.push({ areas: [...new Set(points.map(({ area }) => area))], span })
      if (source.failure !== null) throw source.failure
      return answer(points, span, source.runUtc)
    },
    async fetchPast(points, span) {
      source.past.push({ area: points[0]?.area ?? '', span })
      if (source.pastFailure !== null) throw source.pastFailure
      return answer(points, span, null).points
    },
  }
  return source
}

let now = NOW_UTC
let database: Database
beforeEach(async () => {
  now = NOW_UTC
  database = await openTestDatabase()
})

function startFeed(source = createTestWeather(), areas: readonly MemberCode[] = ['DE', 'FR']): TestFeed {
  const waits: { ms: number; end: () => void }[] = []
  const logged: string[] = []
  const daysLogged: number[] = []
  function write(line: string): void {
    const { reason, days } = JSON.parse(line)
    if (days === undefined) logged.push(reason)
    else daysLogged.push(days)
  }
  const feed = createWeatherFeed({
    source,
    database,
    store: createWeatherStore(database),
    clock: () => now,
    logger: pino({ level: 'info' }, { write }),
    leadership: { isLeader: () => true },
    areas,
    backfillDays: 100,
    retryWaitMs: 1,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
  })
  const stop = new AbortController()
  const running = feed.run(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running
  })
  return {
    feed,
    source,
    logged,
    daysLogged,
    async round() {
      for (const { end } of waits.splice(0)) end()
      await vi.waitUntil(() => waits.length === 2, { interval: 5, timeout: 60_000 })
      return Math.max(...waits.map(({ ms }) => ms).filter((ms) => ms !== HOUR_MS), 0)
    },
  }
}

const readTomorrow = (area: MemberCode = 'DE', informationUtc = now) =>
  createWeatherStore(database).readDayAhead(
    area,
    { fromDay: '2026-11-21', toDay: '2026-11-21' },
    () => informationUtc,
  )

describe('the feed of weather', () => {
  test('fetches a new run once for all areas together, and keeps it as fetched', async () => {
    const { source, round } = startFeed()
    await round()
    await round()
    expect(source.fetched).toEqual([
      {
        areas: ['DE', 'FR'],
        // Today and tomorrow in Brussels, and three hours on both sides.
        span: { fromUtc: Date.UTC(2026, 10, 19, 20), toUtc: Date.UTC(2026, 10, 22, 2) },
      },
    ])
    const { weather, days } = await readTomorrow()
    expect(days[0]).toMatchObject({ model: 'm', runUtc: MIDNIGHT_UTC, knownAtUtc: NOW_UTC })
    expect(weather.temperatureC.every((celsius) => celsius === 8)).toBe(true)
    expect((await readTomorrow('DE', NOW_UTC - 1)).days).not.toContainEqual(
      expect.objectContaining({ runUtc: MIDNIGHT_UTC }),
    )

    now += 6 * HOUR_MS
    source.runUtc = MIDNIGHT_UTC + 6 * HOUR_MS
    source.valueOf = () => 9
    await round()
    expect(source.fetched).toHaveLength(2)
    expect((await readTomorrow()).weather.temperatureC[0]).toBe(9)
    expect((await readTomorrow('DE', NOW_UTC)).weather.temperatureC[0]).toBe(8)
  })

  test('goes on where it stopped after a restart', async () => {
    await startFeed().round()
    const again = startFeed()
    await again.round()
    expect(again.source.fetched).toEqual([])
    expect(again.source.past).toEqual([])
  })

  test('tries a failing source twice, waits longer each time, and says so when nothing has come for long', async () => {
    const { feed, source, round } = startFeed()
    source.failure = new SourceError('Test weather answered 503.', { isTransient: true })
    const waits = [await round(), await round(), await round()]
    expect(source.fetched).toHaveLength(6)
    expect(waits).toEqual([10, 20, 40].map((minutes) => minutes * 60_000))
    expect(feed.problem()).toBe('Test weather has sent no weather data yet. Test weather answered 503.')
    source.failure = null
    await round()
    expect(feed.problem()).toBeNull()
    now += 31 * HOUR_MS
    source.failure = new SourceError('Test weather answered 500.', { isTransient: true })
    await round()
    expect(feed.problem()).toBe(
      'Test weather has sent no weather data since 20 November at 09:20, so new forecasts are made without it. Test weather answered 500.',
    )
  })

  test('does not ask again before a service allows it', async () => {
    const { source, round } = startFeed()
    source.failure = new SourceError('limit', { isTransient: true, retryAfterS: 4000 })
    expect(await round()).toBe(4_000_000)
    expect(source.fetched).toHaveLength(1)
  })

  test('uses the rest of the points, and names an area with too few', async () => {
    const { feed, source, round } = startFeed()
    const points = pointsOf('FR')
    const missing = new Set(points.slice(points.length / 2))
    source.valueOf = (point) => (missing.has(point) ? NaN : 8)
    await round()
    expect(feed.problem()).toBe(
      'Test weather sends too few weather values for FR; those areas are forecast without weather.',
    )
    expect((await readTomorrow('FR')).days.filter(({ knownAtUtc }) => knownAtUtc === NOW_UTC)).toEqual([])
    expect((await readTomorrow('DE')).weather.windSpeedMs[0]).toBe(8)
    // It is not asked again and again for what it does not have.
    await round()
    expect(source.fetched).toHaveLength(1)
  })
})

describe('the past of the weather', () => {
  test('is filled newest first in pieces, as known on the morning before, and only once', async () => {
    const { source, daysLogged, round } = startFeed()
    await round()
    expect(source.past.map(({ area }) => area).toSorted()).toEqual(['DE', 'DE', 'FR', 'FR'])
    expect(daysLogged).toEqual([202])
    const ends = source.past.map(({ span }) => span.toUtc)
    expect(ends).toEqual(ends.toSorted((a, b) => b - a))
    const longest = Math.max(...source.past.map(({ span }) => span.toUtc - span.fromUtc))
    expect(longest).toBeLessThanOrEqual(92 * DAY_MS + 4 * HOUR_MS)
    const store = createWeatherStore(database)
    const eight = (day: string) => Date.parse(day) - DAY_MS + 7 * HOUR_MS
    const { weather, days } = await store.readDayAhead(
      'FR',
      { fromDay: '2026-11-01', toDay: '2026-11-19' },
      eight,
    )
    expect(days).toHaveLength(19)
    expect(weather.temperatureC.every((celsius) => celsius === 8)).toBe(true)
    expect(days[3]).toMatchObject({ runUtc: null, fetchedAtUtc: NOW_UTC, knownAtUtc: eight('2026-11-04') })
    // Nothing of the day after goes with a day: that was forecast a day later.
    expect(days[3]?.weather.temperatureC).toHaveLength(27)
    await round()
    expect(source.past).toHaveLength(4)
  })

  test('that the source does not have is asked for again once a day, later less often', async () => {
    const { source, round } = startFeed(createTestWeather(), ['DE'])
    source.valueOf = () => NaN
    await round()
    await round()
    expect(source.past).toHaveLength(2)
    now += DAY_MS
    await round()
    const firstAgain = { area: 'DE', span: spanOfDays('2026-10-16', '2026-11-21') }
    expect(source.past.slice(2)).toEqual([firstAgain])
    await round()
    now += DAY_MS
    source.valueOf = () => 8
    await round()
    const recent = { area: 'DE', span: spanOfDays('2026-10-17', '2026-11-22') }
    expect(source.past.slice(3)).toEqual([recent])
    now += DAY_MS
    await round()
    // The older days of the first round rested for three days.
    expect(source.past.slice(4).every(({ span }) => span.toUtc <= recent.span.fromUtc)).toBe(true)
    expect(source.past.length).toBeGreaterThan(4)
  })

  test('that came incomplete is kept, and completed when the source has it', async () => {
    const { source, round } = startFeed(createTestWeather(), ['DE'])
    const missingUtc = Date.UTC(2026, 10, 10, 12)
    source.valueOf = (_point, utc) => (utc === missingUtc ? NaN : 8)
    const missingHours = async () => {
      const day = { fromDay: '2026-11-10', toDay: '2026-11-10' }
      const { weather } = await createWeatherStore(database).readDayAhead('DE', day, () => now)
      return weather.temperatureC.filter(Number.isNaN).length
    }
    await round()
    expect(await missingHours()).toBe(1)
    source.past.length = 0
    source.valueOf = () => 8
    now += DAY_MS
    await round()
    expect(source.past).toEqual([{ area: 'DE', span: spanOfDays('2026-11-10', '2026-11-10') }])
    expect(await missingHours()).toBe(0)
    now += DAY_MS
    await round()
    expect(source.past).toHaveLength(1)
  })

  test('that is refused for good is asked for once a day, and said once', async () => {
    const { feed, source, logged, round } = startFeed()
    const plan =
      'Test weather answered 403: This API endpoint requires the API Professional or Enterprise plan'
    source.pastFailure = new SourceError(plan, { isTransient: false })
    expect(await round()).toBe(DAY_MS)
    expect(feed.problem()).toBe(
      `Test weather gives no past weather, so forecasts learn only from what it sends from now on. ${plan}`,
    )
    expect((await readTomorrow()).weather.temperatureC[0]).toBe(8)
    now += DAY_MS
    await round()
    expect(source.past).toHaveLength(2)
    expect(logged).toEqual([plan])
    source.pastFailure = null
    now += DAY_MS
    await round()
    expect(feed.problem()).toBeNull()
  })

  test('is waited for only where it is invented', async () => {
    expect(startFeed().feed.isFilling()).toBe(false)
    const { feed, round } = startFeed({ ...createTestWeather(), isDemo: true })
    expect(feed.isFilling()).toBe(true)
    await round()
    expect(feed.isFilling()).toBe(false)
  })

  test('holds what was known of tomorrow this morning, where it is invented', async () => {
    const source = createTestWeather()
    const { round } = startFeed({ ...source, isDemo: true })
    await round()
    const { weather, days } = await readTomorrow('DE', Date.UTC(2026, 10, 20, 7, 50))
    expect(days.map(({ knownAtUtc }) => knownAtUtc)).toContain(Date.UTC(2026, 10, 20, 7))
    expect(weather.temperatureC[0]).toBe(8)
  })
})
