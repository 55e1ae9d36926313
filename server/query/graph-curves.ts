import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, type CurveKind } from '#contract/query.ts'
import { type Means, type ReadMeans, sumOfMeans } from '#server/series/means.ts'
import { KINDS } from '#server/series/series.ts'
import type { TimeBuckets } from '#server/series/time-buckets.ts'

import type { GraphQuery } from './query-request.ts'

/** A named curve: one value per stamp of the answer, MW, NaN for missing. */
export interface Curve {
  name: string
  kind: CurveKind
  powerMw: Float64Array
}

type Members = ReadonlyMap<MemberCode, Means>

/** `Actual`, or `Actual (without MK, RS)` where some members have no value and others do. */
function sumName(name: string, members: Members): string {
  const without = [...members].filter(([, { hasValue }]) => !hasValue).map(([area]) => area)
  if (without.length === 0 || without.length === members.size) return name
  return `${name} (without ${without.join(', ')})`
}

/**
 * The curves of an answer in their order: actual, the TSO's forecast, ours, and for a group the actual curve of every member. Rejects
 * with a `DatabaseError`.
 */
export async function readCurves(
  readMeans: ReadMeans,
  { area, category }: Pick<GraphQuery, 'area' | 'category'>,
  buckets: TimeBuckets,
): Promise<Curve[]> {
  const length = Math.max(0, buckets.edges.length - 1)
  const sums: Curve[] = []
  const parts: Curve[] = []
  for (const kind of KINDS) {
    const quantity = category === 'Residual Load' ? 'residual' : category
    const members = await readMeans(membersOf(area), quantity, kind, buckets)
    // Members without any value are left out and named.
    const powerMw = sumOfMeans(
      [...members.values()].filter(({ hasValue }) => hasValue),
      length,
    )
    sums.push({ name: sumName(CURVE_NAMES[kind], members), kind, powerMw })
    if (kind === 'actual' && members.size > 1)
      for (const [code, { powerMw }] of members)
        parts.push({ name: areaLabel(code), kind: 'member', powerMw })
  }
  return [...sums, ...parts]
}
