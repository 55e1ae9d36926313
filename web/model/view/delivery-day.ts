import { addDays, format, isValid, parse, startOfDay } from 'date-fns'

import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { describeZone } from '#web/chart/format/time-format.ts'
import { inZone, zoneOption } from '#web/zone/display-zone.ts'
import { dayAfter } from '#web/zone/market-day.ts'

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

/** The two times that request a delivery day: midnight of the day before, and its own midnight. */
export function requestTime(deliveryDay: string): [string, string] {
  const midnight = (day: string) => format(readDay(day) ?? inZone(0), WALL_TIME_FORMAT)
  return [midnight(dayAfter(deliveryDay, -1)), midnight(deliveryDay)]
}

const KEY = /^([01]\d|2[0-3]):([0-5]\d)$/

/** The moment of a key `HH:MM` on a local day, epoch seconds; null if the key is not a time of day. */
export function stampOf(deliveryDay: string, key: string): number | null {
  const day = readDay(deliveryDay)
  const match = KEY.exec(key)
  if (day === null || match === null) return null
  return day.setHours(Number(match[1]), Number(match[2]), 0, 0) / 1000
}

export const FIRST_HOUR = 0
export const LAST_HOUR = 23

/** `HH:00`, as the forecast keys its hours. */
export function hourKey(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** The hour of such a key; null for any other, such as `00:30`. */
export function hourOfKey(key: string): number | null {
  const hour = Number(key.slice(0, 2))
  return hourKey(hour) === key ? hour : null
}

/** The key `HH:MM` of a moment, epoch seconds. */
export function keyOf(stampS: number): string {
  return format(inZone(stampS * 1000), 'HH:mm')
}

/** The page's time zone on a day: `Europe/Berlin, CET`. */
export function dayZone(text: string): string {
  return describeZone(stampOf(text, '00:00') ?? 0, stampOf(text, '23:00') ?? 0)
}

const longDate = new Intl.DateTimeFormat('en-US', { ...zoneOption, dateStyle: 'full' })

/** `Sunday, November 22, 2026`; the text itself if it is not a day. */
export function formatDay(text: string): string {
  const day = readDay(text)
  return day === null ? text : longDate.format(day)
}
