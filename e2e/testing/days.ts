import { fromAbsolute, parseDateTime, toCalendarDate, toZoned } from '@internationalized/date'

const ZONE = 'Europe/Berlin'

/** A day of the browser's calendar, so many days from today: `2026-11-20`. A day of a clock change counts as one. */
export function dayFromToday(days: number): string {
  return toCalendarDate(fromAbsolute(Date.now(), ZONE)).add({ days }).toString()
}

/** The instant at which the browser's clock shows a time: `2026-11-20 00:00`; epoch milliseconds. */
export function instantOf(time: string): number {
  return +toZoned(parseDateTime(time.replace(' ', 'T')), ZONE).toDate()
}
