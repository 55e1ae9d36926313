import { parseDate, toZoned } from '@internationalized/date'
import { LRUCache } from 'lru-cache'

import { MARKET_ZONE } from '#contract/wall-time.ts'
import { createZoneOffset } from '#server/forecast/model/history/day-grid.ts'
import { dayAt, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#server/series/series.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

/** The delivery day of the market that holds a moment. */
export function marketDayAt(utc: number): LocalDay {
  return dayAt(utc, MARKET_ZONE)
}

/** `yyyy-MM-dd`, some days later or earlier. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

const offsets = new Map<string, (utc: number) => number>()
/** The last moments near a change of the clocks that were asked for. */
const timesNearChange = new LRUCache<string, number>({ max: 400 })

/**
 * When a day of a zone begins, or `hour` o'clock on it. A replay asks for thousands of moments, and the library takes tens of
 * microseconds for each: it is only asked near a change of the clocks.
 */
export function timeOfDay(day: string, hour = 0, zone: string = MARKET_ZONE): number {
  const offsetAt = offsets.get(zone) ?? createZoneOffset(zone)
  offsets.set(zone, offsetAt)
  const wall = Date.parse(`${day}T00:00Z`) + hour * HOUR_MS
  const offset = offsetAt(wall - DAY_MS)
  if (offset === offsetAt(wall + DAY_MS)) return wall - offset
  const name = `${day} ${hour} ${zone}`
  const utc = timesNearChange.get(name) ?? toZoned(parseDate(day), zone).set({ hour }).toDate().getTime()
  timesNearChange.set(name, utc)
  return utc
}

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** `Nov 18`, of a day written `yyyy-MM-dd`. */
export function shortDay(day: string): string {
  return dayFormat.format(Date.parse(day))
}

/** The moments that matter to the forecast of a delivery day; all on the day before. */
export function deadlinesOf(day: string) {
  const before = addDays(day, -1)
  return {
    /** Actual values until then are used by an early run, and by a complete one. */
    informationUtc: timeOfDay(before, KNOWN_HOURS.early),
    completeInformationUtc: timeOfDay(before, KNOWN_HOURS.complete),
    /** When the early run is made with what is there, well before the auction closes at noon. */
    auctionRunUtc: timeOfDay(before, 8) + 50 * MINUTE_MS,
    /** When the day-ahead auction closes. */
    auctionUtc: timeOfDay(before, 12),
    /** When the runs are due. */
    earlyUtc: timeOfDay(before, 10),
    completeUtc: timeOfDay(before, 18),
  }
}

/** The time that a replay stands for: what was known then is what it rests on. */
export function timeOfReplay(day: string, kind: RunKind): number {
  const { auctionRunUtc, completeUtc } = deadlinesOf(day)
  return kind === 'early' ? auctionRunUtc : completeUtc
}

/** By delivery day the moment that is to it as `nowUtc` is to `day`, at the latest its beginning. */
export function sameTimeOfDayBefore(day: string, nowUtc: number): (other: string) => number {
  const leadMs = Math.max(0, timeOfDay(day) - nowUtc)
  return (other) => timeOfDay(other) - leadMs
}
