import { daysBefore, marketDayOf } from '#server/answers/day/read-day.ts'
import { hoursOf, type LocalDay, type LocalHour } from '#server/series/calendar/local-calendar.ts'

/** A local day with its hours in order. */
export interface PastDay extends LocalDay {
  /** The market's delivery day that covers most of it. */
  marketDay: string
  hours: readonly LocalHour[]
}

/** The days before a local day, the latest first. */
export function pastDays(day: LocalDay, count: number, zone: string): PastDay[] {
  return Array.from({ length: count }, (_, back) => {
    const past = daysBefore(day.date, back + 1, zone)
    return { ...past, marketDay: marketDayOf(past), hours: hoursOf(past) }
  })
}
