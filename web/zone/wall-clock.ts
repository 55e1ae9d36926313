import * as zoneTime from '#contract/zone-time.ts'

import { zoneName } from './display-zone.ts'

/** An instant as ISO text, as a date, or in epoch milliseconds. */
type Instant = string | number | Date

/** How far the page's clock is ahead of UTC at a moment, milliseconds. */
export const zoneOffsetMs: zoneTime.Offset = zoneTime.zoneOffset(zoneName())

/** The page's wall clock at a moment, as if it were UTC: read it with `getUTC…`. */
export function wallClock(instantMs: number): Date {
  return new Date(instantMs + zoneOffsetMs(instantMs))
}

/** The moments of a wall-clock time given as if it were UTC: two in a repeated hour, none in an hour that the clock skips. */
export const momentsOf = (wallMs: number) => zoneTime.momentsOf(wallMs, zoneOffsetMs)

/** The first of them. A time that the clock skips is moved on by the length of the gap. */
export const momentOf = (wallMs: number) => zoneTime.momentOf(wallMs, zoneOffsetMs)

/** The moment of a time `HH:mm` on a day `yyyy-MM-dd`. */
export const momentAt = (day: string, time: string) => momentOf(Date.parse(`${day}T${time}Z`))

export const dayOf = (instant: Instant) => wallTime(instant).slice(0, 10)

export const timeOf = (instant: Instant) => wallTime(instant).slice(11)

/** `yyyy-MM-dd HH:mm` */
export function wallTime(instant: Instant): string {
  return wallClock(+new Date(instant)).toISOString().slice(0, 16).replace('T', ' ')
}
