import { z } from 'zod'

import { addDays } from '#contract/zone-time.ts'
import { describeZone } from '#web/zone/display-zone.ts'
import { dayOf, momentAt, timeOf } from '#web/zone/wall-clock.ts'

/** `yyyy-MM-dd`, in the page's time zone. */
export function tomorrowOf(now: Date): string {
  return addDays(dayOf(now), 1)
}

/** `yyyy-MM-dd` */
export const DaySchema = z.iso.date()
const isDay = (text: string) => DaySchema.safeParse(text).success

/** Local midnights of the day before and the day itself. */
export function requestTime(deliveryDay: string): [string, string] {
  return [`${addDays(deliveryDay, -1)} 00:00`, `${deliveryDay} 00:00`]
}

const KEY = /^([01]\d|2[0-3]):[0-5]\d$/

/** Epoch seconds; `null` unless the key is a time of day `HH:MM`. */
export function stampOf(deliveryDay: string, key: string): number | null {
  return isDay(deliveryDay) && KEY.test(key) ? momentAt(deliveryDay, key) / 1000 : null
}

export const FIRST_HOUR = 0
export const LAST_HOUR = 23

/** `HH:00`, as in the forecast. */
export function hourKey(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}

/** `null` for other keys, such as `00:30`. */
export function hourOfKey(key: string): number | null {
  const hour = Number(key.slice(0, 2))
  return hourKey(hour) === key ? hour : null
}

/** `HH:MM` of epoch seconds. */
export function keyOf(stampS: number): string {
  return timeOf(stampS * 1000)
}

/** `Europe/Berlin, CET` */
export function dayZone(text: string): string {
  return describeZone(stampOf(text, '00:00') ?? 0, stampOf(text, '23:00') ?? 0)
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })

/** `Sunday, November 22, 2026`; other texts unchanged. */
export function formatDay(text: string): string {
  return isDay(text) ? longDate.format(Date.parse(text)) : text
}
