import { membersOf } from '#contract/areas.ts'
import { CURVE_NAMES } from '#contract/query.ts'
import type { GraphFilters, GraphView } from '#web/dashboard/graphs/store/graph-card.ts'

/** How many curves an answer has if nothing is missing: three, one per member of a group, and in a comparison the earlier actual, or all of them twice. */
export function countExpectedCurves(
  { area, compareWith }: GraphFilters,
  { earlier }: Pick<GraphView, 'earlier'>,
): number {
  const members = membersOf(area).length
  const own = Object.keys(CURVE_NAMES).length + (members > 1 ? members : 0)
  if (compareWith === 'none') return own
  return earlier === 'all' ? own * 2 : own + 1
}
