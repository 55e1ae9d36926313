import type { GraphCard } from './graph-card.ts'
import { createQuery } from './query-body.ts'

/** Whether the filters ask for something else than what is drawn. A card that draws nothing has nothing to differ from. */
export function hasUnsentFilters({ filters, shownFilters }: GraphCard): boolean {
  if (shownFilters === null) return false
  const asked = (of: typeof filters) => JSON.stringify([createQuery(of), of.compareWith])
  return asked(filters) !== asked(shownFilters)
}
