import { addDays, differenceInCalendarDays, format } from 'date-fns'

import type { Query, QueryExtras } from '#contract/query.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import {
  areasOf,
  endOfDayMinute,
  type GraphCard,
  type GraphFilters,
} from '#web/dashboard/graphs/store/graph-card.ts'
import { inZone } from '#web/zone/display-zone.ts'

/** The graph query of some filters: local wall-clock times, the end at 23:59 of its day. */
export function createQuery(filters: GraphFilters): Query {
  return {
    category: filters.energyType,
    area: filters.area,
    time: [
      format(inZone(filters.dateFrom), WALL_TIME_FORMAT),
      format(endOfDayMinute(filters.dateTo), WALL_TIME_FORMAT),
    ],
    frequency: filters.timerange,
  }
}

/** What the types of energy are called in the calls of our own. */
export const QUANTITY_OF = { 'Residual Load': 'residual', solar: 'solar', wind: 'wind' } as const

/** The days of some filters as our own tables are asked for them, the last not included; null where they are so many or more. */
export function daysOf(
  { dateFrom, dateTo }: Pick<GraphFilters, 'dateFrom' | 'dateTo'>,
  maxDays = Infinity,
): { from: string; to: string } | null {
  const [from, to] = [inZone(dateFrom), addDays(inZone(dateTo), 1)]
  if (differenceInCalendarDays(to, from) >= maxDays) return null
  return { from: format(from, 'yyyy-MM-dd'), to: format(to, 'yyyy-MM-dd') }
}

/** What is requested beyond it. */
export function createExtras({ filters, view }: Pick<GraphCard, 'filters' | 'view'>): QueryExtras {
  const { timerange, hasQuarters } = filters
  return {
    ...((view.hasFinal || areasOf(filters).length > 1) && { with: 'final' }),
    ...(hasQuarters && timerange === 'H' && { step: '15min' }),
  }
}

/** Whether the filters ask for something other than what is drawn. Always false for a card that draws nothing. */
export function hasUnsentFilters({
  filters,
  shownFilters,
}: Pick<GraphCard, 'filters' | 'shownFilters'>): boolean {
  if (shownFilters === null) return false
  const queried = (of: typeof filters) =>
    JSON.stringify([createQuery(of), of.others, of.hasQuarters, of.compareWith])
  return queried(filters) !== queried(shownFilters)
}
