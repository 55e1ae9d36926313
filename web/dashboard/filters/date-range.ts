import { fromDate } from '@internationalized/date'

import type { RelativeRange } from '#contract/dashboard-address.ts'
import { MAX_SPAN_YEARS } from '#contract/query.ts'
import {
  createDefaultFilters,
  endOfDay,
  type GraphFilters,
  startOfDay,
} from '#web/dashboard/graphs/store/graph-card.ts'
import { describeRelative, resolveRange } from '#web/dashboard/graphs/store/relative-range.ts'
import { zoneName } from '#web/zone/display-zone.ts'
import { dayAfter } from '#web/zone/market-day.ts'
import { dayOf } from '#web/zone/wall-clock.ts'

export type DateRange = Pick<GraphFilters, 'dateFrom' | 'dateTo' | 'relative'>

/** What Reset sets: from 23:59 of seven days before until now. */
export function createResetRange(nowMs: number): DateRange {
  return {
    dateFrom: endOfDay(dayAfter(dayOf(nowMs), -7)),
    dateTo: new Date(nowMs).toISOString(),
    relative: null,
  }
}

/** Whether a range covers the same days as the cards' default, whatever the times of day. */
export function isDefaultRange(range: DateRange, nowMs: number): boolean {
  return isSameRange(range, createDefaultFilters(nowMs))
}

/** A fixed range of whole days `yyyy-MM-dd`, from 00:00 of the first to 23:59 of the last. */
export function createDayRange(first: string, last: string): DateRange {
  return { dateFrom: startOfDay(first), dateTo: endOfDay(last), relative: null }
}

/** Whether two ranges cover the same days, whatever the times of day. */
function isSameRange(one: DateRange, other: DateRange): boolean {
  return dayOf(one.dateFrom) === dayOf(other.dateFrom) && dayOf(one.dateTo) === dayOf(other.dateTo)
}

/** Whether a range is what a preset offers: the same days, and moving on with the calendar or not. */
export function isChosen(offered: DateRange | null, range: DateRange | null): boolean {
  return (
    offered !== null &&
    range !== null &&
    isSameRange(offered, range) &&
    (offered.relative === null) === (range.relative === null)
  )
}

/** Whether a range is a single day. */
export function isOneDay({ dateFrom, dateTo }: Pick<DateRange, 'dateFrom' | 'dateTo'>): boolean {
  return dayOf(dateFrom) === dayOf(dateTo)
}

/** Whether our backend refuses a range as too long. */
export function isTooLong({
  dateFrom,
  dateTo,
  timerange,
}: Pick<GraphFilters, 'dateFrom' | 'dateTo' | 'timerange'>): boolean {
  if (dateFrom === '' || dateTo === '') return false
  const latest = fromDate(new Date(dateFrom), zoneName()).add({ years: MAX_SPAN_YEARS[timerange] })
  return new Date(endOfDay(dayOf(dateTo))) > latest.toDate()
}

/** The first and last day that can be chosen, `yyyy-MM-dd`. */
export interface DayLimits {
  first: string
  last: string
}

/**
 * The part of a range within the limits; `null` if there is none. Without limits it is the whole range. A part is fixed: seen from
 * another day, it is another part.
 */
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

const day = (days: number, months = 0) => ({ months, days })

/** In the order of time, single days first. */
const PRESETS: readonly RelativeRange[] = [
  { from: day(-1), to: day(-1) },
  { from: day(0), to: day(0) },
  { from: day(1), to: day(1) },
  { from: day(-6), to: day(0) },
  { from: day(-6), to: day(1) },
  { from: day(-29), to: day(0) },
  { from: day(1, -12), to: day(0) },
  // The rest is offered on request.
  { from: { start: 'week', ...day(0) }, to: day(0) },
  { from: { start: 'month', ...day(0, -1) }, to: { start: 'month', ...day(-1) } },
  { from: day(-89), to: day(0) },
  { from: { start: 'season', ...day(0) }, to: day(0) },
]
export const FIRST_PRESETS = 7

/** Ready-made ranges that move on with the calendar. Those that end today count it as one of their days. */
export function createPresets(nowMs: number) {
  return PRESETS.map((relative) => {
    const range: DateRange = { ...resolveRange(relative, nowMs), relative }
    return { label: describeRelative(relative, range.dateFrom), range }
  })
}
