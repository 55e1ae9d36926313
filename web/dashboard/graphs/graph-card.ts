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
  /** ISO date-time; queries extend to 23:59 of its local day. */
  dateTo: string
  /** `null`: fixed days. */
  relative: RelativeRange | null
}
export interface GraphFilters extends CardSubject, DateRange {}

export interface GraphCurve extends Curve {
  /** `forecast`: some forecast of another backend; `null`: unknown. */
  kind: CurveKind | 'forecast' | null
  /** Set for a member of a group. */
  area?: MemberCode | undefined
  /** Members missing from a group's sum. */
  without?: readonly MemberCode[] | undefined
  isEarlier: boolean
  /** Name without the period. */
  ownName: string
}

/** Ascending, unique stamps (epoch seconds); one value per stamp. */
export interface GraphData extends Pick<ChartData, 'timesS'> {
  curves: readonly GraphCurve[]
}

export interface DrawnAnswer extends Pick<GraphData, 'timesS'> {
  data: GraphData['curves']
  /** The filters that `data` answers. */
  shownFilters: GraphFilters | null
}

export const NOTHING_DRAWN: DrawnAnswer = { timesS: [], data: [], shownFilters: null }

export interface GraphCard extends DrawnAnswer {
  id: string
  filters: GraphFilters
  loading: boolean
  error: string | null
  /** The last drawing before a failure, until the next answer. */
  previous: DrawnAnswer | null
  /** When the server accepts the next query, epoch milliseconds. */
  retryAtMs: number | null
  /** A link to the dashboard then runs its query. */
  hasRun: boolean
  view: GraphView
}

export const areasOf = ({ area, others }: Pick<GraphFilters, 'area' | 'others'>): AreaCode[] => [
  ...new Set([area, ...others]),
]

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

/** ISO date-time of a local day `yyyy-MM-dd`. */
export function startOfDay(day: string): string {
  return new Date(momentAt(day, '00:00')).toISOString()
}

/** 23:59 as an ISO date-time. */
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
