import type { GraphCard } from '#web/dashboard/graphs/store/graph-card.ts'

import { createQuery } from './query-body.ts'

/** Whether the filters ask for something other than what is drawn. Always false for a card that draws nothing. */
export function hasUnsentFilters({
  filters,
  shownFilters,
}: Pick<GraphCard, 'filters' | 'shownFilters'>): boolean {
  if (shownFilters === null) return false
  const asked = (of: typeof filters) => JSON.stringify([createQuery(of), of.compareWith])
  return asked(filters) !== asked(shownFilters)
}
