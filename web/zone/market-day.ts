import { MARKET_ZONE } from '#contract/wall-time.ts'
import { hourOf, zoneOffset } from '#contract/zone-time.ts'

const offsetAt = zoneOffset(MARKET_ZONE)
/** Of UTC, whose days all have 24 hours. */
const DAY_MS = 24 * 3_600_000

/** The market's day at a moment or some days after it, `yyyy-MM-dd`. */
export function marketDay(atMs: number, daysLater = 0): string {
  const today = new Date(atMs + offsetAt(atMs)).toISOString().slice(0, 10)
  return dayAfter(today, daysLater)
}

/** The day that many days after one, both written `yyyy-MM-dd`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** When a market day begins, epoch milliseconds. */
export function marketMidnight(day: string): number {
  return hourOf(day, 0, MARKET_ZONE)
}

const shortFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** `Wed, Nov 25`, from `2026-11-25`. */
export const shortDay = (day: string): string => shortFormat.format(new Date(day))
