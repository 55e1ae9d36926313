import * as zoneTime from '#contract/zone-time.ts'

import { zoneName } from './display-zone.ts'

/** ISO text, date or epoch milliseconds. */
type Instant = string | number | Date

/** Milliseconds that the page's clock is ahead of UTC. */
export const zoneOffsetMs: zoneTime.Offset = zoneTime.zoneOffset(zoneName())

/** The page's wall clock as if it were UTC: read it with `getUTC…`. */
export function wallClock(instantMs: number): Date {
  return new Date(instantMs + zoneOffsetMs(instantMs))
}

/** Moments of a wall-clock time (as if UTC): two in a repeated hour, none in a skipped one. */
export const momentsOf = (wallMs: number) => zoneTime.momentsOf(wallMs, zoneOffsetMs)

/** The first moment. A skipped time moves on by the length of the gap. */
export const momentOf = (wallMs: number) => zoneTime.momentOf(wallMs, zoneOffsetMs)

/** `yyyy-MM-dd` and `HH:mm`. */
export const momentAt = (day: string, time: string) => momentOf(Date.parse(`${day}T${time}Z`))

export const dayOf = (instant: Instant) => wallTime(instant).slice(0, 10)

export const timeOf = (instant: Instant) => wallTime(instant).slice(11)

/** `yyyy-MM-dd HH:mm` */
export function wallTime(instant: Instant): string {
  return wallClock(+new Date(instant)).toISOString().slice(0, 16).replace('T', ' ')
}
