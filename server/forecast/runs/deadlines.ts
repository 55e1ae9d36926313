import { addDays, auctionRunUtc, timeOfDay } from '#contract/zone-time.ts'

import { KNOWN_HOURS, type RunKind } from './run-kind.ts'

/** All on the day before delivery. */
export function deadlinesOf(day: string) {
  const before = addDays(day, -1)
  return {
    /** Limits of the actual values used, by kind of run. */
    informationUtc: timeOfDay(before, KNOWN_HOURS.early),
    completeInformationUtc: timeOfDay(before, KNOWN_HOURS.complete),
    auctionRunUtc: auctionRunUtc(day),
    auctionUtc: timeOfDay(before, 12),
    /** When the runs are due. */
    earlyUtc: timeOfDay(before, 10),
    completeUtc: timeOfDay(before, 18),
  }
}

/** The past moment that a replay simulates. */
export function timeOfReplay(day: string, kind: RunKind): number {
  return kind === 'early' ? auctionRunUtc(day) : deadlinesOf(day).completeUtc
}

/** The moment as long before another day as `nowUtc` is before `day`; that day's beginning at the latest. */
export function sameTimeOfDayBefore(day: string, nowUtc: number): (other: string) => number {
  const leadMs = Math.max(0, timeOfDay(day) - nowUtc)
  return (other) => timeOfDay(other) - leadMs
}
