import { fromAbsolute, parseDateTime, toCalendarDate, toZoned } from '@internationalized/date'

const ZONE = 'Europe/Berlin'

/** `2026-11-20`, in the browser's calendar. A day with a clock change counts as one. */
export function dayFromToday(days: number): string {
  return toCalendarDate(fromAbsolute(Date.now(), ZONE)).add({ days }).toString()
}

/** Epoch milliseconds of `2026-11-20 00:00` on the browser's clock. */
export function instantOf(time: string): number {
  return +toZoned(parseDateTime(time.replace(' ', 'T')), ZONE).toDate()
}
