import { parseDate, toZoned } from '@internationalized/date'

import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { dayAt, type LocalDay } from '#server/series/local-calendar.ts'

import { KNOWN_HOURS } from './forecast-job.ts'

/** The delivery day of the market that holds a moment. */
export function marketDayAt(utc: number): LocalDay {
  return dayAt(utc, DEFAULT_TIME_ZONE)
}

/** `yyyy-MM-dd`, some days later or earlier. */
export function addDays(day: string, days: number): string {
  return parseDate(day).add({ days }).toString()
}

/** When a day of a zone begins, or `hour` o'clock on it. */
export function timeOfDay(day: string, hour = 0, zone: string = DEFAULT_TIME_ZONE): number {
  return toZoned(parseDate(day), zone).set({ hour }).toDate().getTime()
}

/** The moments that matter to the forecast of a delivery day; all on the day before. */
export function deadlinesOf(day: string) {
  const before = addDays(day, -1)
  return {
    /** Actual values until then are used by an early run, and by a complete one. */
    informationUtc: timeOfDay(before, KNOWN_HOURS.early),
    completeInformationUtc: timeOfDay(before, KNOWN_HOURS.complete),
    /** When the runs are due. */
    earlyUtc: timeOfDay(before, 10),
    completeUtc: timeOfDay(before, 18),
  }
}
