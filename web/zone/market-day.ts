import { TZDateMini } from '@date-fns/tz/date/mini'
import { addDays, format } from 'date-fns'

import { MARKET_ZONE } from '#contract/wall-time.ts'

/** Of UTC, whose days all have 24 hours. */
const DAY_MS = 24 * 3_600_000

/** The market's day at a moment or some days after it, `yyyy-MM-dd`. */
export function marketDay(atMs: number, daysLater = 0): string {
  return format(addDays(new TZDateMini(atMs, MARKET_ZONE), daysLater), 'yyyy-MM-dd')
}

/** The day that many days after one, both written `yyyy-MM-dd`. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** When a market day begins, epoch milliseconds. */
export function marketMidnight(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new TZDateMini(year, month - 1, date, MARKET_ZONE).getTime()
}

const shortFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** `Wed, Nov 25`, from `2026-11-25`. */
export const shortDay = (day: string): string => shortFormat.format(new Date(day))
