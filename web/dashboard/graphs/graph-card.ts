import type { AreaCode, MemberCode } from '#contract/areas.ts'
import {
  type CardSubject,
  type CardView,
  DEFAULT_VIEW,
  type RelativeRange,
} from '#contract/dashboard-address.ts'
import type { CurveKind } from '#contract/query.ts'
import { addDays } from '#contract/zone-time.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { dayOf, momentAt } from '#web/zone/wall-clock.ts'

export type GraphView = CardView
export type CompareWith = CardSubject['compareWith']
export type DrawnChoices = Pick<GraphView, 'hasEarlierForecasts' | 'hasFinal'>

export interface DateRange {
  dateFrom: string
  /** ISO date-time; a query reaches to 23:59 of its local day. */
  dateTo: string
  /** The days seen from today, for a range that moves on with the calendar; `null` for fixed days. */
  relative: RelativeRange | null
}
export interface GraphFilters extends CardSubject, DateRange {}

export interface GraphCurve extends Curve {
  /** Kind of the curve. A foreign backend's curve can be some `forecast`, or unknown. */
  kind: CurveKind | 'forecast' | null
  /** The member that it is of, where it is of one member of a group. */
  area?: MemberCode | undefined
  /** The members that it leaves out, where it is the sum of a group. */
  without?: readonly MemberCode[] | undefined
  isEarlier: boolean
  /** Its name in the answer of its own period. */
  ownName: string
}

/** An answer: ascending, unique stamps (epoch seconds), and the curves that have values, with one value per stamp. */
export interface GraphData extends Pick<ChartData, 'timesS'> {
  curves: readonly GraphCurve[]
}

export interface DrawnAnswer extends Pick<GraphData, 'timesS'> {
  data: GraphData['curves']
  /** The filters that `data` answers; `filters` may have changed since. `null` before the first answer. */
  shownFilters: GraphFilters | null
}

export const NOTHING_DRAWN: DrawnAnswer = { timesS: [], data: [], shownFilters: null }

export interface GraphCard extends DrawnAnswer {
  id: string
  filters: GraphFilters
  loading: boolean
  error: string | null
  /** The last drawing before a query failed, until the next answer. */
  previous: DrawnAnswer | null
  /** When the server accepts the next query, epoch milliseconds. */
  retryAtMs: number | null
  /** True if its query was run. A link to the dashboard then runs it again. */
  hasRun: boolean
  view: GraphView
}

export const areasOf = ({ area, others }: Pick<GraphFilters, 'area' | 'others'>): AreaCode[] => [
  ...new Set([area, ...others]),
]

/** Residual load of Central Western Europe by day, from 7 days ago at 00:00 to today at 23:59, local time. */
export function createDefaultFilters(nowMs: number): GraphFilters {
  return {
    area: 'CWE',
    others: [],
    energyType: 'Residual Load',
    dateFrom: startOfDay(addDays(dayOf(nowMs), -7)),
    dateTo: endOfDay(dayOf(nowMs)),
    relative: null,
    timerange: 'D',
    hasQuarters: false,
    lookedAt: null,
    compareWith: 'none',
  }
}

/** 00:00 of a local day `yyyy-MM-dd`, as an ISO date-time. */
export function startOfDay(day: string): string {
  return new Date(momentAt(day, '00:00')).toISOString()
}

/** 23:59 of the same day. */
export function endOfDay(day: string): string {
  return new Date(momentAt(day, '23:59')).toISOString()
}

export function createGraphCard(id: string, filters: GraphFilters, view: GraphView = DEFAULT_VIEW) {
  return {
    id,
    filters,
    ...NOTHING_DRAWN,
    loading: false,
    error: null,
    previous: null,
    retryAtMs: null,
    hasRun: false,
    view,
  }
}
