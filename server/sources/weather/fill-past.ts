import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import type { Clock } from '#server/clock.ts'
import { daysTouching, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { DAY_MS, HOUR_MS } from '#server/series/series.ts'
import { MARGIN_HOURS } from '#server/series/weather/area-weather.ts'
import { dayAheadVersions } from '#server/series/weather/day-ahead-versions.ts'
import { isComplete } from '#server/series/weather/weather-hours.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'
import type { WeatherPoint, WeatherSource } from '#server/sources/weather-source.ts'

import { areaMeans } from './area-means.ts'
import type { AreaDays, PastDays } from './past-days.ts'

/** A quarter of a year of 30 points counts 60 calls, and its answer is about a megabyte. */
const MAX_DAYS = 92
/** What is incomplete is requested again once a day until a day is this old: services fill gaps days or weeks later. */
const FINAL_AFTER_MS = 35 * DAY_MS

export interface FillPastParts {
  source: WeatherSource
  store: WeatherStore
  past: PastDays
  pointsOf: (area: MemberCode) => readonly WeatherPoint[]
}

/** Cuts days into pieces that one request may ask for, the newest of all areas first. */
function piecesOf(wanted: readonly AreaDays[]): AreaDays[] {
  const pieces = wanted.flatMap(({ area, days }) => {
    const runs: string[][] = []
    for (const day of days.toReversed()) {
      const run = runs.at(-1)
      const isNext = run?.[0] !== undefined && Date.parse(run[0]) - Date.parse(day) === DAY_MS
      if (run !== undefined && isNext && run.length < MAX_DAYS) run.unshift(day)
      else runs.push([day])
    }
    return runs.map((run): AreaDays => ({ area, days: run }))
  })
  return pieces.toSorted((a, b) => (b.days.at(-1) ?? '').localeCompare(a.days.at(-1) ?? ''))
}

/** Fetches what was forecast of some past days of an area and keeps it. Gives how many days had weather. */
async function fillPiece(
  piece: AreaDays,
  { source, store, past, pointsOf }: FillPastParts,
  signal: AbortSignal,
): Promise<number> {
  if (source.fetchPast === null) return 0
  const days = localDays(piece)
  const span = { fromUtc: (days[0]?.fromUtc ?? 0) - MARGIN_HOURS * HOUR_MS, toUtc: days.at(-1)?.toUtc ?? 0 }
  const points = pointsOf(piece.area)
  const answer = await source.fetchPast(points, span, signal)
  const { model, runUtc, fetchedAtUtc } = answer
  const means = areaMeans(points, answer)
  const versions = dayAheadVersions(piece.area, means, { model, runUtc, fetchedAtUtc })
  const written = await store.append(versions, 'gaps')
  const isFinal = (day: LocalDay) => day.toUtc < fetchedAtUtc - FINAL_AFTER_MS || isComplete(means, day)
  const finalDays = days.filter(isFinal).map(({ date }) => date)
  await past.markRead(piece, finalDays, fetchedAtUtc)
  return written
}

function localDays({ days }: AreaDays): LocalDay[] {
  const [first = '', last = first] = [days[0], days.at(-1)]
  const span = { fromUtc: Date.parse(first), toUtc: Date.parse(last) + HOUR_MS }
  return daysTouching(span, MARKET_ZONE).filter(({ date }) => date >= first && date <= last)
}

interface FillDaysParts extends FillPastParts {
  areas: readonly MemberCode[]
  clock: Clock
  /** First and last delivery day, both included, `yyyy-MM-dd`. */
  fromDay: string
  toDay: string
}

/**
 * Reads past weather of days where none was read yet, and yields after each piece how many days of areas are done and had weather. What
 * was read is kept when it throws: a `SourceError` of the source, a `DatabaseError`, or the signal's reason.
 */
export async function* fillDays(
  parts: FillDaysParts,
  signal: AbortSignal,
): AsyncGenerator<{ done: number; found: number; total: number }> {
  const pieces = piecesOf(await parts.past.missing(parts.areas, parts.fromDay, parts.toDay, parts.clock()))
  const total = pieces.reduce((sum, { days }) => sum + days.length, 0)
  let [done, found] = [0, 0]
  for (const piece of pieces) {
    signal.throwIfAborted()
    found += await fillPiece(piece, parts, signal)
    done += piece.days.length
    yield { done, found, total }
  }
}
