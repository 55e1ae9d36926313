import { addDays, isSameDay, startOfDay, subDays, subMonths } from 'date-fns'

import { createDefaultFilters, endOfDayMinute, type GraphFilters } from './graph-card.ts'

export type DateRange = Pick<GraphFilters, 'dateFrom' | 'dateTo'>

/** What Reset sets: from 23:59 of seven days before until now. */
export function createResetRange(nowMs: number): DateRange {
  return {
    dateFrom: endOfDayMinute(subDays(nowMs, 7)).toISOString(),
    dateTo: new Date(nowMs).toISOString(),
  }
}

/** Whether a range covers the days of the last-7-days default, at whatever time of the day it begins. */
export function isDefaultRange({ dateFrom, dateTo }: DateRange, nowMs: number): boolean {
  const byDefault = createDefaultFilters(nowMs)
  return isSameDay(dateFrom, byDefault.dateFrom) && isSameDay(dateTo, byDefault.dateTo)
}

/** Whole days, from 00:00 of the first to 23:59 of the last. */
export function createDayRange(first: Date, last: Date): DateRange {
  return { dateFrom: startOfDay(first).toISOString(), dateTo: endOfDayMinute(last).toISOString() }
}

export interface RangePreset {
  label: string
  range: DateRange
}

export function createPresets(nowMs: number): RangePreset[] {
  const back = (first: Date) => createDayRange(first, new Date(nowMs))
  const yesterday = subDays(nowMs, 1)
  const tomorrow = addDays(nowMs, 1)
  return [
    { label: 'Yesterday', range: createDayRange(yesterday, yesterday) },
    { label: '7 days', range: back(subDays(nowMs, 7)) },
    { label: '30 days', range: back(subDays(nowMs, 30)) },
    { label: '90 days', range: back(subDays(nowMs, 90)) },
    { label: '12 months', range: back(subMonths(nowMs, 12)) },
    { label: 'Next day', range: createDayRange(tomorrow, tomorrow) },
  ]
}
