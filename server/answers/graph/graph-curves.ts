import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, type QueryColumns, sumName } from '#contract/query.ts'
import type { TimeBuckets } from '#server/series/calendar/time-buckets.ts'
import { type Means, type ReadMeans, sumOfMeans } from '#server/series/means/means.ts'

import type { GraphQuery } from './query-request.ts'

/** A named curve: one value per stamp of the answer, MW, NaN for missing. */
export interface Curve extends Omit<QueryColumns['curves'][number], 'hundredthsMw'> {
  powerMw: Float64Array
}

/** The members that have no value where others do: a sum leaves them out and says so. */
function withoutValue(members: ReadonlyMap<MemberCode, Means>): MemberCode[] {
  const without = [...members].filter(([, { hasValue }]) => !hasValue).map(([area]) => area)
  return without.length === members.size ? [] : without
}

/** The curves of an answer: one of each kind, and for a group then the actual curve of every member. Rejects with a `DatabaseError`. */
export async function readCurves(
  readMeans: ReadMeans,
  { area, quantity, kinds, knownUtc }: Pick<GraphQuery, 'area' | 'quantity' | 'kinds' | 'knownUtc'>,
  buckets: TimeBuckets,
): Promise<Curve[]> {
  const length = Math.max(0, buckets.edges.length - 1)
  const curves: Curve[] = []
  const parts: Curve[] = []
  for (const kind of kinds) {
    const members = await readMeans(membersOf(area), quantity, kind, buckets, knownUtc)
    const without = withoutValue(members)
    const powerMw = sumOfMeans(
      [...members.values()].filter(({ hasValue }) => hasValue),
      length,
    )
    const name = sumName(CURVE_NAMES[kind], without)
    curves.push({ name, kind, ...(without.length > 0 && { without }), powerMw })
    if (kind === 'actual' && members.size > 1)
      for (const [code, { powerMw }] of members)
        parts.push({ name: areaLabel(code), kind: 'member', area: code, powerMw })
  }
  return [...curves, ...parts]
}
