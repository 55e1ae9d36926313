import { membersOf } from '#contract/areas.ts'
import { CURVE_NAMES } from '#contract/query.ts'

import type { GraphFilters } from './graph-card.ts'

/** How many curves an answer has if nothing is missing: three, one per member of a group, and all of them twice in a comparison. */
export function countExpectedCurves({ area, compareWith }: GraphFilters): number {
  const members = membersOf(area).length
  const own = Object.keys(CURVE_NAMES).length + (members > 1 ? members : 0)
  return compareWith === 'none' ? own : own * 2
}
