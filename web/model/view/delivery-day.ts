import { format } from 'date-fns'

import { describeZone } from '#web/chart/format/time-zone.ts'
import { inZone, zoneOption } from '#web/zone/display-zone.ts'

import { readDay } from './requested-day.ts'

const KEY = /^([01]\d|2[0-3]):([0-5]\d)$/

/** The moment of a key `HH:MM` on a local day, epoch seconds; null if the key is not a time of day. */
export function stampOf(deliveryDay: string, key: string): number | null {
  const day = readDay(deliveryDay)
  const match = KEY.exec(key)
  if (day === null || match === null) return null
  return day.setHours(Number(match[1]), Number(match[2]), 0, 0) / 1000
}

/** The key `HH:00` of the local hour around a moment, epoch seconds. */
export function keyOf(stampS: number): string {
  return format(inZone(stampS * 1000), 'HH:00')
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

const shortDate = new Intl.DateTimeFormat('en-US', {
  ...zoneOption,
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** `Sun, Nov 22`; the text itself if it is not a day. */
export function formatShortDay(text: string): string {
  const day = readDay(text)
  return day === null ? text : shortDate.format(day)
}
