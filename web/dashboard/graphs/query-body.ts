import { type DataDaysQuery, MAX_DATA_DAYS } from '#contract/data-days.ts'
import type { Query, QueryExtras } from '#contract/query.ts'
import { addDays, countDays, marketDay } from '#contract/zone-time.ts'
import { dayOf, wallTime } from '#web/zone/wall-clock.ts'

import { createComparedFilters } from './compare.ts'
import { areasOf, endOfDay, type GraphCard, type GraphFilters } from './graph-card.ts'

export function createQuery(filters: GraphFilters): Query {
  return {
    category: filters.energyType,
    area: filters.area,
    time: [wallTime(filters.dateFrom), `${dayOf(filters.dateTo)} 23:59`],
    frequency: filters.timerange,
  }
}

/** `to` is exclusive; `null` above `maxDays`. */
export function daysOf({ dateFrom, dateTo }: Pick<GraphFilters, 'dateFrom' | 'dateTo'>, maxDays = Infinity) {
  const [from, last] = [dayOf(dateFrom), dayOf(dateTo)]
  return countDays(from, last) > maxDays ? null : { from, to: addDays(last, 1) }
}

export function createExtras(
  { filters, view }: Pick<GraphCard, 'filters' | 'view'>,
  as_of: string | null,
): QueryExtras {
  const { timerange, hasQuarters, lookedAt } = filters
  const look = as_of ?? lookedAt
  return {
    ...((view.hasFinal || areasOf(filters).length > 1) && { with: 'final' }),
    ...(hasQuarters && timerange === 'H' && { step: '15min' }),
    ...(look !== null && { as_of: look }),
  }
}

export function createDaysQueries(filters: GraphFilters): DataDaysQuery[] {
  const compared = createComparedFilters(filters)
  return [filters, ...(compared === null ? [] : [compared])].flatMap(({ dateFrom, dateTo }) => {
    const queries: DataDaysQuery[] = []
    const first = marketDay(Date.parse(dateFrom))
    let last = marketDay(Date.parse(endOfDay(dayOf(dateTo))))
    for (; last >= first; last = addDays(last, -MAX_DATA_DAYS)) {
      const earliest = addDays(last, 1 - MAX_DATA_DAYS)
      const days = { from: first > earliest ? first : earliest, to: addDays(last, 1) }
      for (const area of areasOf(filters)) queries.push({ area, ...days })
    }
    return queries
  })
}

/** `false` before the first answer and after a failure. */
export function hasUnsentFilters({ filters, shownFilters }: Pick<GraphCard, 'filters' | 'shownFilters'>) {
  if (shownFilters === null) return false
  const queried = (of: typeof filters) =>
    JSON.stringify([createQuery(of), of.others, of.hasQuarters, of.lookedAt, of.compareWith])
  return queried(filters) !== queried(shownFilters)
}
