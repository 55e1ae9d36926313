import type { FastifyBaseLogger } from 'fastify'
import pRetry from 'p-retry'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, type Span, toDate } from '#contract/time.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt, tomorrowAt } from '#server/calendar/local-calendar.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { type LeaderParts, repeatAsLeader } from '#server/database/repeat-as-leader.ts'
import { SourceError } from '#server/errors.ts'
import { type AreaWeather, MARGIN_HOURS, type WeatherOrigin } from '#server/series/store/area-weather.ts'
import type { WeatherStore } from '#server/series/store/weather-store.ts'
import type { WeatherRun, WeatherSource } from '#server/sources/weather-source.ts'

import { areaMeans, pointsOf, portionsOf } from './area-points.ts'
import { fillDays } from './fill-past.ts'

const CHECK_EVERY_MS = 10 * MINUTE_MS
/** Hourly models change little in this time. */
const MIN_BETWEEN_FETCHES_MS = 3 * HOUR_MS
/** Time of day; the day's first forecast run follows soon after. */
const MORNING_MS = 8.5 * HOUR_MS
/** One is enough: the next check tries again. */
const RETRIES = 1

export interface WeatherFeedParts extends LeaderParts {
  source: WeatherSource
  database: Database
  store: WeatherStore
  clock: Clock
  logger: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  areas?: readonly MemberCode[]
  backfillDays: number
  retryWaitMs?: number
}

export type WeatherFeed = ReturnType<typeof createWeatherFeed>

export function createWeatherFeed(parts: WeatherFeedParts) {
  const { source, clock, logger } = parts
  /** Includes answers too incomplete to be stored. */
  const last: LastAnswers = new Map()
  const problem = createWeatherProblem(source.label, clock, last)
  const fetchNewest = createFetchNewest(parts, last, problem)
  /** Demo data fills the past first: the newest would replace what was known in the morning. */
  let isFilling = source.isDemo && source.fetchPast !== null

  async function checkOnce(signal: AbortSignal): Promise<void> {
    if (isFilling) await fillPast(parts, problem, signal)
    isFilling = false
    await fetchNewest(signal)
  }

  async function fillBeside(signal: AbortSignal): Promise<void> {
    if (!isFilling) await fillPast(parts, problem, signal)
  }

  /** Waits grow: failed requests count against the source's limits. */
  function handleFailure(error: unknown, failures: number): number | null {
    if (!(error instanceof SourceError)) return null
    problem.recordFailure(error.message)
    logger.warn({ reason: error.message }, 'weather could not be read')
    if (!error.isTransient) return HOUR_MS
    const growing = Math.min(HOUR_MS, CHECK_EVERY_MS * 2 ** (failures - 1))
    return Math.max(growing, (error.retryAfterS ?? 0) * 1000)
  }

  /** A permanent refusal is logged once and requested again after a day. */
  function handlePastFailure(error: unknown, failures: number): number | null {
    if (!(error instanceof SourceError) || error.isTransient) return handleFailure(error, failures)
    if (problem.recordPastRefusal(error.message))
      logger.warn({ reason: error.message }, 'past weather cannot be read')
    return DAY_MS
  }

  return {
    /** Never rejects. */
    async run(signal: AbortSignal): Promise<void> {
      const work = { ...parts, name: 'weather' }
      await Promise.all([
        repeatAsLeader({ ...work, handleFailure }, checkOnce, CHECK_EVERY_MS, signal),
        repeatAsLeader({ ...work, handleFailure: handlePastFailure }, fillBeside, HOUR_MS, signal),
      ])
    },
    /** Forecasts wait only for demo weather. */
    isFilling: (): boolean => isFilling,
    problem: (): string | null => problem.current(),
  }
}

type LastAnswers = Map<MemberCode, WeatherOrigin>
type WeatherProblem = ReturnType<typeof createWeatherProblem>

function createFetchNewest(parts: WeatherFeedParts, last: LastAnswers, problem: WeatherProblem) {
  const { source, store, clock, leadership, areas = MEMBER_CODES } = parts
  const portions = portionsOf(areas)

  async function fetchPortion(some: readonly MemberCode[], span: Span, signal: AbortSignal): Promise<void> {
    const points = some.flatMap((area) => pointsOf(area))
    const answer = await pRetry(() => source.fetch(points, span, signal), {
      retries: RETRIES,
      minTimeout: parts.retryWaitMs ?? 1000,
      signal,
      shouldRetry: ({ error }) =>
        error instanceof SourceError && error.isTransient && error.retryAfterS === null,
    })
    const now = clock()
    const origin = { model: source.model, runUtc: answer.runUtc, fetchedAtUtc: now, knownAtUtc: now }
    const versions = some.map((area) => {
      const own = answer.points.filter((_, index) => points[index]?.area === area)
      return { ...origin, area, weather: areaMeans(pointsOf(area), own, span.fromUtc) }
    })
    await store.append(versions)
    problem.recordFailure(null)
    for (const { area, weather } of versions) {
      problem.recordArea(area, weather)
      last.set(area, origin)
    }
  }

  return async (signal: AbortSignal): Promise<void> => {
    const kept = await store.lastFetches()
    for (const [area, origin] of kept) if (!last.has(area)) last.set(area, origin)
    const run = await source.newestRun(signal)
    const isDue = (area: MemberCode) => isFetchDue(run, last.get(area) ?? null, source.model, clock())
    const span = wantedSpan(clock())
    for (const some of portions.filter((some) => some.some(isDue))) {
      if (signal.aborted || !leadership.isLeader()) return
      await fetchPortion(some, span, signal)
    }
  }
}

async function fillPast(
  parts: WeatherFeedParts,
  problem: WeatherProblem,
  signal: AbortSignal,
): Promise<void> {
  const { source, clock, logger, leadership, areas = MEMBER_CODES } = parts
  if (source.fetchPast === null) return
  const today = dayAt(clock(), MARKET_ZONE)
  const pastMs = Math.min(parts.backfillDays, source.pastDays) * DAY_MS
  const fromDay = toDate(Date.parse(today.date) - pastMs)
  // However late the first start, demo weather of tomorrow existed in the morning.
  const lastDay = source.isDemo ? dayAt(today.toUtc, MARKET_ZONE) : today
  const days = { areas, fromDay, toDay: lastDay.date }
  let read = { done: 0, total: 0 }
  try {
    for await (read of fillDays({ ...parts, ...days }, signal)) {
      problem.recordPastRefusal(null)
      if (signal.aborted || !leadership.isLeader()) return
    }
  } finally {
    if (read.done > 0) logger.info({ days: read.done, of: read.total }, 'past weather read')
  }
}

function wantedSpan(now: number): Span {
  const [today, tomorrow] = [dayAt(now, MARKET_ZONE), tomorrowAt(now, MARKET_ZONE)]
  return { fromUtc: today.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: tomorrow.toUtc + MARGIN_HOURS * HOUR_MS }
}

export function isFetchDue(
  run: WeatherRun | null,
  last: WeatherOrigin | null,
  model: string,
  now: number,
): boolean {
  if (last === null || last.model !== model) return true
  const today = dayAt(now, MARKET_ZONE)
  if (last.fetchedAtUtc < today.fromUtc) return true
  const morningUtc = today.fromUtc + MORNING_MS
  const isFirstOfMorning = now >= morningUtc && last.fetchedAtUtc < morningUtc
  if (now - last.fetchedAtUtc < MIN_BETWEEN_FETCHES_MS && !isFirstOfMorning) return false
  if (run === null || last.runUtc === null) return true
  return run.runUtc > last.runUtc && run.readyAtUtc <= now
}

/** Older weather does not help to forecast tomorrow. */
const STALE_AFTER_MS = 30 * HOUR_MS

const DATE = new Intl.DateTimeFormat('en-GB', {
  timeZone: MARKET_ZONE,
  day: 'numeric',
  month: 'long',
  hour: '2-digit',
  minute: '2-digit',
})

function createWeatherProblem(label: string, clock: Clock, last: ReadonlyMap<MemberCode, WeatherOrigin>) {
  const incomplete = new Set<MemberCode>()
  const startedAtUtc = clock()
  let reason: string | null = null
  let pastRefusal: string | null = null
  return {
    recordArea(area: MemberCode, { temperatureC, windSpeedMs, radiationWm2 }: AreaWeather): void {
      const isMissing = [temperatureC, windSpeedMs, radiationWm2].some(
        (values) => values.filter(Number.isNaN).length * 2 > values.length,
      )
      if (isMissing) incomplete.add(area)
      else incomplete.delete(area)
    },
    recordFailure(message: string | null): void {
      reason = message
    },
    /** `message` is null after an answer. Returns whether the refusal is new. */
    recordPastRefusal(message: string | null): boolean {
      const isNew = message !== pastRefusal
      pastRefusal = message
      return isNew
    },
    current(): string | null {
      const lastUtc = last.size === 0 ? null : Math.max(...[...last.values()].map((one) => one.fetchedAtUtc))
      const because = reason === null ? '' : ` ${reason}`
      if (clock() - (lastUtc ?? startedAtUtc) > STALE_AFTER_MS) {
        const since = lastUtc === null ? '' : ` since ${DATE.format(lastUtc)}`
        return `${label} has sent no weather data${since}, so new forecasts are made without it.${because}`
      }
      if (lastUtc === null && reason !== null) return `${label} has sent no weather data yet.${because}`
      if (incomplete.size > 0)
        return `${label} sends too few weather values for ${[...incomplete].join(', ')}; those areas are forecast without weather.`
      if (pastRefusal !== null)
        return `${label} gives no past weather, so forecasts learn only from what it sends from now on. ${pastRefusal}`
      return null
    },
  }
}
