import { TZDate } from '@date-fns/tz'
import { addDays, format } from 'date-fns'

/** A day of the browser's calendar, so many days from today: `2026-11-20`. A day of a clock change counts as one. */
export function dayFromToday(days: number): string {
  return format(addDays(TZDate.tz('Europe/Berlin'), days), 'yyyy-MM-dd')
}
