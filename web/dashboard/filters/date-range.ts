import { addDays, isSameDay, startOfDay, subDays, subMonths } from 'date-fns'

import { createDefaultFilters, endOfDayMinute, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'

export type DateRange = Pick<GraphFilters, 'dateFrom' | 'dateTo'>

/** What Reset sets: from 23:59 of seven days before until now. */
export function createResetRange(nowMs: number): DateRange {
  return {
    dateFrom: endOfDayMinute(subDays(nowMs, 7)).toISOString(),
    dateTo: new Date(nowMs).toISOString(),
  }
}

/** Whether a range covers the same days as the cards' default, whatever the times of day. */
export function isDefaultRange(range: DateRange, nowMs: number): boolean {
  return isSameRange(range, createDefaultFilters(nowMs))
}

/** A range of whole days, from 00:00 of the first to 23:59 of the last. */
export function createDayRange(first: Date, last: Date): DateRange {
  return { dateFrom: startOfDay(first).toISOString(), dateTo: endOfDayMinute(last).toISOString() }
}

/** Whether two ranges cover the same days, whatever the times of day. */
export function isSameRange(one: DateRange | null, other: DateRange | null): boolean {
  return (
    one !== null &&
    other !== null &&
    isSameDay(one.dateFrom, other.dateFrom) &&
    isSameDay(one.dateTo, other.dateTo)
  )
}

/** Whether a range is a single day. */
export function isOneDay({ dateFrom, dateTo }: DateRange): boolean {
  return isSameDay(dateFrom, dateTo)
}

/** The first and last day that can be chosen. */
export interface DayLimits {
  first: Date
  last: Date
}

/** The part of a range within the limits; `null` if there is none. Without limits it is the whole range. */
export function clampRange(range: DateRange, limits: DayLimits | null): DateRange | null {
  if (limits === null) return range
  const first = startOfDay(limits.first).toISOString()
  const last = endOfDayMinute(limits.last).toISOString()
  if (range.dateTo < first || range.dateFrom > last) return null
  return {
    dateFrom: range.dateFrom < first ? first : range.dateFrom,
    dateTo: range.dateTo > last ? last : range.dateTo,
  }
}

export interface RangePreset {
  label: string
  range: DateRange
}

/** Ready-made ranges. Those that end today count it as one of their days. */
export function createPresets(nowMs: number): RangePreset[] {
  const back = (dayBefore: Date) => createDayRange(addDays(dayBefore, 1), new Date(nowMs))
  const yesterday = subDays(nowMs, 1)
  const tomorrow = addDays(nowMs, 1)
  return [
    { label: 'Yesterday', range: createDayRange(yesterday, yesterday) },
    { label: '7 days', range: back(subDays(nowMs, 7)) },
    { label: '30 days', range: back(subDays(nowMs, 30)) },
    { label: '90 days', range: back(subDays(nowMs, 90)) },
    { label: '12 months', range: back(subMonths(nowMs, 12)) },
    { label: 'Tomorrow', range: createDayRange(tomorrow, tomorrow) },
  ]
}
