import { MINUTE_MS } from '#contract/time.ts'
import { addDays, timeOfDay } from '#contract/zone-time.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

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
