import type { MemberCode } from '#contract/areas.ts'
import { type Clock, toDate } from '#server/clock.ts'
import { deliveryDays } from '#server/series/calendar/forecast-days.ts'
import type { LocalDay } from '#server/series/calendar/local-calendar.ts'
import { DAY_MS, HOUR_MS, type Span } from '#server/series/series.ts'
import { isComplete, MARGIN_HOURS } from '#server/series/weather/area-weather.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'
import { newestFirst } from '#server/sources/newest-first.ts'
import type { FeedSpan } from '#server/sources/source.ts'
import type { WeatherPoint, WeatherSource } from '#server/sources/weather-source.ts'

import { areaMeans } from './area-means.ts'
import type { PastDays } from './past-days.ts'

/** A quarter of a year of 30 points counts 60 calls, and its answer is about a megabyte. */
const MAX_DAYS = 92
/** What is incomplete is requested again once a day until a day is this old: services fill gaps days or weeks later. */
const FINAL_AFTER_MS = 35 * DAY_MS

interface FillDaysParts {
  source: WeatherSource
  store: WeatherStore
  past: PastDays
  pointsOf: (area: MemberCode) => readonly WeatherPoint[]
  areas: readonly MemberCode[]
  clock: Clock
  /** First and last delivery day, both included, `yyyy-MM-dd`. */
  fromDay: string
  toDay: string
}

/** Fetches what was forecast of some past days of an area and keeps it. Gives how many days had weather. */
async function fillPiece(
  { feed: area, span }: FeedSpan<MemberCode>,
  { source, store, past, pointsOf, clock }: FillDaysParts,
  signal: AbortSignal,
): Promise<number> {
  const days = deliveryDays(toDate(span.fromUtc), toDate(span.toUtc - DAY_MS))
  const [first, last] = [days[0], days.at(-1)]
  if (source.fetchPast === null || first === undefined || last === undefined) return 0
  const hours = { fromUtc: first.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: last.toUtc }
  const points = pointsOf(area)
  const weather = areaMeans(points, await source.fetchPast(points, hours, signal), hours.fromUtc)
  const fetchedAtUtc = clock()
  const origin = { model: source.model, runUtc: null, fetchedAtUtc, knownAtUtc: null }
  const written = await store.append([{ area, weather, ...origin }], 'gaps')
  const isFinal = (day: LocalDay) => day.toUtc < fetchedAtUtc - FINAL_AFTER_MS || isComplete(weather, day)
  const unfinished = days.filter((day) => !isFinal(day)).map(({ date }) => spanOfDates(date, date))
  await past.markRead(area, span, fetchedAtUtc, unfinished)
  return written
}

function spanOfDates(fromDay: string, toDay: string): Span {
  return { fromUtc: Date.parse(fromDay), toUtc: Date.parse(toDay) + DAY_MS }
}

/**
 * Reads past weather of days where none was read yet, and yields after each piece how many days of areas are done and had weather. What
 * was read is kept when it throws: a `SourceError` of the source, a `DatabaseError`, or the signal's reason.
 */
export async function* fillDays(
  parts: FillDaysParts,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; found: number; total: number }> {
  const wanted = parts.areas.map((area) => ({ feed: area, span: spanOfDates(parts.fromDay, parts.toDay) }))
  const missing = await parts.past.missing(wanted, parts.clock())
  const daysOf = ({ span }: { span: Span }) => (span.toUtc - span.fromUtc) / DAY_MS
  const total = missing.reduce((sum, one) => sum + daysOf(one), 0)
  let [done, found] = [0, 0]
  for (const piece of newestFirst({ maxSpanDays: () => MAX_DAYS }, missing)) {
    signal.throwIfAborted()
    found += await fillPiece(piece, parts, signal)
    done += daysOf(piece)
    yield { done, found, total }
  }
}
