import { MARKET_ZONE } from '#contract/wall-time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'
import { dayAt, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { MINUTE_MS, type Span } from '#server/series/series.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

/** The delivery day of the market that holds a moment. */
export function marketDayAt(utc: number): LocalDay {
  return dayAt(utc, MARKET_ZONE)
}

export const noonOf = ({ fromUtc, toUtc }: Span) => (fromUtc + toUtc) / 2

/** The market's delivery day that covers most of a local day: the one that holds its noon. */
export const marketDayOf = (day: Span): string => marketDayAt(noonOf(day)).date

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
