import { fromDate } from '@internationalized/date'

import { MAX_SPAN_YEARS } from '#contract/query.ts'
import { addDays } from '#contract/zone-time.ts'
import {
  createDefaultFilters,
  type DateRange,
  endOfDay,
  type GraphFilters,
  startOfDay,
} from '#web/dashboard/graphs/graph-card.ts'
import { describeRelative, PRESETS, resolveRange } from '#web/dashboard/graphs/relative-range.ts'
import { zoneName } from '#web/zone/display-zone.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

/** As specified: from 23:59 seven days ago until now. */
export function createResetRange(nowMs: number): DateRange {
  return {
    dateFrom: endOfDay(addDays(dayOf(nowMs), -7)),
    dateTo: new Date(nowMs).toISOString(),
    relative: null,
  }
}

export function isDefaultRange(range: DateRange, nowMs: number): boolean {
  return isSameRange(range, createDefaultFilters(nowMs))
}

/** Whole days `yyyy-MM-dd`, 00:00 to 23:59. */
export function createDayRange(first: string, last: string): DateRange {
  return { dateFrom: startOfDay(first), dateTo: endOfDay(last), relative: null }
}

function isSameRange(one: DateRange, other: DateRange): boolean {
  return dayOf(one.dateFrom) === dayOf(other.dateFrom) && dayOf(one.dateTo) === dayOf(other.dateTo)
}

/** The ranges have the same days, and both are relative or both fixed. */
export function isChosen(offered: DateRange | null, range: DateRange | null): boolean {
  return (
    offered !== null &&
    range !== null &&
    isSameRange(offered, range) &&
    (offered.relative === null) === (range.relative === null)
  )
}

export function isOneDay({ dateFrom, dateTo }: Pick<DateRange, 'dateFrom' | 'dateTo'>): boolean {
  return dayOf(dateFrom) === dayOf(dateTo)
}

export function isTooLong({
  dateFrom,
  dateTo,
  timerange,
}: Pick<GraphFilters, 'dateFrom' | 'dateTo' | 'timerange'>): boolean {
  if (dateFrom === '' || dateTo === '') return false
  const latest = fromDate(new Date(dateFrom), zoneName()).add({ years: MAX_SPAN_YEARS[timerange] })
  return new Date(endOfDay(dayOf(dateTo))) > latest.toDate()
}

/** Selectable days, `yyyy-MM-dd`. */
export interface DayLimits {
  first: string
  last: string
}

/** Clipped ranges are fixed: on another day the clipped part differs. */
export function clampRange(range: DateRange, limits: DayLimits | null): DateRange | null {
  if (limits === null) return range
  const first = startOfDay(limits.first)
  const last = endOfDay(limits.last)
  if (range.dateTo < first || range.dateFrom > last) return null
  if (range.dateFrom >= first && range.dateTo <= last) return range
  return {
    dateFrom: range.dateFrom < first ? first : range.dateFrom,
    dateTo: range.dateTo > last ? last : range.dateTo,
    relative: null,
  }
}

export function createPresets(nowMs: number) {
  return PRESETS.map(({ from, to }) => {
    const relative = { from, to }
    const range: DateRange = { ...resolveRange(relative, nowMs), relative }
    return { label: describeRelative(relative, range.dateFrom), range }
  })
}
