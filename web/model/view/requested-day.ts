import { addDays, format, isValid, parse, startOfDay } from 'date-fns'

import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { inZone } from '#web/zone/display-zone.ts'

const DAY_FORMAT = 'yyyy-MM-dd'

/** The local day after `now`, `yyyy-MM-dd`. */
export function tomorrowOf(now: Date): string {
  return format(addDays(inZone(now), 1), DAY_FORMAT)
}

/** Local midnight of a day written `yyyy-MM-dd`, or null if there is no such day. */
export function readDay(text: string): Date | null {
  const day = parse(text, DAY_FORMAT, inZone(0))
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(day) ? startOfDay(day) : null
}

/** The day that many calendar days later; the text itself if it is not a day. */
export function shiftDay(text: string, days: number): string {
  const day = readDay(text)
  return day === null ? text : format(addDays(day, days), DAY_FORMAT)
}

/** The two times that request a delivery day: midnight of the day before, and its own midnight. */
export function requestTime(deliveryDay: string): [string, string] {
  const midnight = (day: string) => format(readDay(day) ?? inZone(0), WALL_TIME_FORMAT)
  return [midnight(shiftDay(deliveryDay, -1)), midnight(deliveryDay)]
}
