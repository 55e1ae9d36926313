import { type CalendarDate, parseDate, startOfMonth, startOfWeek } from '@internationalized/date'

import { type RelativeDay, type RelativeRange, writeDay } from '#contract/dashboard-address.ts'
import { dayOf, wallClock } from '#web/zone/wall-clock.ts'

import { endOfDay, type GraphFilters, startOfDay } from './graph-card.ts'

/** The days that a range covers now, from 00:00 of the first to 23:59 of the last. */
export function resolveRange(
  { from, to }: RelativeRange,
  nowMs: number,
): Pick<GraphFilters, 'dateFrom' | 'dateTo'> {
  return {
    dateFrom: startOfDay(dayFrom(from, nowMs)),
    dateTo: endOfDay(dayFrom(to, nowMs)),
  }
}

const STARTS = {
  week: (day: CalendarDate) => startOfWeek(day, 'en-US', 'mon'),
  month: (day: CalendarDate) => startOfMonth(day),
  // April and October.
  season: (day: CalendarDate) => startOfMonth(day).subtract({ months: (day.month + 2) % 6 }),
}

function dayFrom({ start, months, days }: RelativeDay, nowMs: number): string {
  const today = parseDate(dayOf(nowMs))
  return (start === undefined ? today : STARTS[start](today)).add({ months, days }).toString()
}

/** Ranges of periods, as an address writes them. */
const PERIODS: Readonly<Record<string, string>> = {
  'week0d 0d': 'This week',
  'month-1m month-1d': 'Last month',
  'season0d 0d': 'Summer so far',
}
const OCTOBER = 9

/**
 * A range that begins on `dateFrom` in words: "Last 7 days", "Last 7 days and tomorrow", "Yesterday", "Last month", "Winter so far",
 * "From 10 days ago to 3 days ago".
 */
export function describeRelative({ from, to }: RelativeRange, dateFrom: string): string {
  const period = PERIODS[`${writeDay(from)} ${writeDay(to)}`]
  if (period !== undefined)
    return wallClock(Date.parse(dateFrom)).getUTCMonth() === OCTOBER
      ? period.replace('Summer', 'Winter')
      : period
  if (writeDay(from) === writeDay(to)) return upperFirst(describeDay(to))
  const span = describeSpan(from)
  if (span !== null && writeDay(to) === '0d') return `Last ${span}`
  if (span !== null && writeDay(to) === '1d') return `Last ${span} and tomorrow`
  return `From ${describeDay(from)} to ${describeDay(to)}`
}

/** How many days or months lie between a day and today, both included; `null` if they are not whole. */
function describeSpan({ start, months, days }: RelativeDay): string | null {
  if (start !== undefined) return null
  if (months === 0) return days < 0 ? count(1 - days, 'day') : null
  return months < 0 && days === 1 ? count(-months, 'month') : null
}

function describeDay({ start, months, days }: RelativeDay): string {
  const parts = [
    ...(months === 0 ? [] : [offsetOf(months, 'month')]),
    ...(days === 0 ? [] : [offsetOf(days, 'day')]),
  ]
  if (start !== undefined) return [`the start of the ${start}`, ...parts].join(', ')
  if (months === 0 && days === 0) return 'today'
  if (months === 0 && days === 1) return 'tomorrow'
  if (months === 0 && days === -1) return 'yesterday'
  return parts.join(', ')
}

const offsetOf = (number: number, unit: string) =>
  number < 0 ? `${count(-number, unit)} ago` : `${count(number, unit)} ahead`
const count = (number: number, unit: string) => (number === 1 ? `1 ${unit}` : `${number} ${unit}s`)
const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
