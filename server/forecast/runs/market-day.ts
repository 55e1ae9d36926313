import { parseDate, toZoned } from '@internationalized/date'
import { LRUCache } from 'lru-cache'

import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { dayAt, type LocalDay } from '#server/series/local-calendar.ts'
import { MINUTE_MS } from '#server/series/series.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

/** The delivery day of the market that holds a moment. */
export function marketDayAt(utc: number): LocalDay {
  return dayAt(utc, DEFAULT_TIME_ZONE)
}

/** `yyyy-MM-dd`, some days later or earlier. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString()
}

/** By zone, day and hour. A replay asks for thousands of moments, for every area the same, and converting each takes far longer. */
const moments = new LRUCache<string, number>({ max: 20_000 })

/** When a day of a zone begins, or `hour` o'clock on it. */
export function timeOfDay(day: string, hour = 0, zone: string = DEFAULT_TIME_ZONE): number {
  const name = `${zone} ${day} ${hour}`
  const known = moments.get(name)
  if (known !== undefined) return known
  const utc = toZoned(parseDate(day), zone).set({ hour }).toDate().getTime()
  moments.set(name, utc)
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

/** Until when the weather of a replayed run was read. */
export function weatherTimeOfReplay(day: string, kind: RunKind): number {
  const { auctionRunUtc, completeUtc } = deadlinesOf(day)
  return kind === 'early' ? auctionRunUtc : completeUtc
}
