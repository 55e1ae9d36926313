import { addDays, auctionRunUtc, timeOfDay } from '#contract/zone-time.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

/** The moments that matter to the forecast of a delivery day; all on the day before. */
export function deadlinesOf(day: string) {
  const before = addDays(day, -1)
  return {
    /** Actual values until then are used by an early run, and by a complete one. */
    informationUtc: timeOfDay(before, KNOWN_HOURS.early),
    completeInformationUtc: timeOfDay(before, KNOWN_HOURS.complete),
    auctionRunUtc: auctionRunUtc(day),
    auctionUtc: timeOfDay(before, 12),
    /** When the runs are due. */
    earlyUtc: timeOfDay(before, 10),
    completeUtc: timeOfDay(before, 18),
  }
}

/** The time that a replay stands for: what was known then is what it rests on. */
export function timeOfReplay(day: string, kind: RunKind): number {
  return kind === 'early' ? auctionRunUtc(day) : deadlinesOf(day).completeUtc
}

/** By delivery day the moment that is to it as `nowUtc` is to `day`, at the latest its beginning. */
export function sameTimeOfDayBefore(day: string, nowUtc: number): (other: string) => number {
  const leadMs = Math.max(0, timeOfDay(day) - nowUtc)
  return (other) => timeOfDay(other) - leadMs
}
