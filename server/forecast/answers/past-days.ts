import { fromAbsolute } from '@internationalized/date'

import type { LocalDay } from '#server/series/local-calendar.ts'
import type { Span } from '#server/series/series.ts'

import { daysBefore, hoursOfLocalDay } from './local-hours.ts'

export interface PastHour extends Span {
  /** As the local clock shows it, 0 to 23. */
  hourOfDay: number
}

/** A local day with its hours in order; a doubled hour twice. */
export interface PastDay extends LocalDay {
  hours: readonly PastHour[]
}

/** The days before a local day, the latest first. */
export function pastDays(day: LocalDay, count: number, zone: string): PastDay[] {
  return Array.from({ length: count }, (_, back) => {
    const past = daysBefore(day.date, back + 1, zone)
    const hours = hoursOfLocalDay(past).map((hour) => ({
      ...hour,
      hourOfDay: fromAbsolute(hour.fromUtc, zone).hour,
    }))
    return { ...past, hours }
  })
}
