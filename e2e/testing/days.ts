import { TZDate } from '@date-fns/tz'
import { addDays, format } from 'date-fns'

const ZONE = 'Europe/Berlin'

/** A day of the browser's calendar, so many days from today: `2026-11-20`. A day of a clock change counts as one. */
export function dayFromToday(days: number): string {
  return format(addDays(TZDate.tz(ZONE), days), 'yyyy-MM-dd')
}

/** The instant at which the browser's clock shows a time: `2026-11-20 00:00`; epoch milliseconds. */
export function instantOf(time: string): number {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = time.split(/\D/).map(Number)
  return new TZDate(year, month - 1, day, hour, minute, ZONE).getTime()
}
