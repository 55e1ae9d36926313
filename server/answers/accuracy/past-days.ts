import { fromAbsolute } from '@internationalized/date'

import { daysBefore, hoursOfLocalDay, marketDayOf } from '#server/answers/day/read-day.ts'
import type { LocalDay } from '#server/series/calendar/local-calendar.ts'
import type { Span } from '#server/series/series.ts'

export interface PastHour extends Span {
  /** As the local clock shows it, 0 to 23. */
  hourOfDay: number
}

/** A local day with its hours in order; a doubled hour twice. */
export interface PastDay extends LocalDay {
  /** The market's delivery day that covers most of it. */
  marketDay: string
  hours: readonly PastHour[]
}

/** The days before a local day, the latest first. */
export function pastDays(day: LocalDay, count: number, zone: string): PastDay[] {
  return Array.from({ length: count }, (_, back) => {
    const past = daysBefore(day.date, back + 1, zone)
    const hours = hoursOfLocalDay(past).map((hour, index) => ({
      ...hour,
      // Asking the zone takes longer than all else here, and on a day of 24 whole hours the clock only counts.
      hourOfDay: past.hourStarts === null ? index : fromAbsolute(hour.fromUtc, zone).hour,
    }))
    return { ...past, marketDay: marketDayOf(past), hours }
  })
}
