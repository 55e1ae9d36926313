import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, type QueryColumns, sumName } from '#contract/query.ts'
import type { SeriesKind } from '#contract/series.ts'
import type { TimeBuckets } from '#server/series/calendar/time-buckets.ts'
import { type Means, type ReadMeans, sumOfMeans } from '#server/series/means/means.ts'
import { KINDS } from '#server/series/series.ts'

import type { GraphQuery } from './query-request.ts'

/** A named curve: one value per stamp of the answer, MW, NaN for missing. */
export interface Curve extends Omit<QueryColumns['curves'][number], 'hundredthsMw'> {
  powerMw: Float64Array
}

type Members = ReadonlyMap<MemberCode, Means>

/** The members that have no value where others do: a sum leaves them out and says so. */
function withoutValue(members: Members): MemberCode[] {
  const without = [...members].filter(([, { hasValue }]) => !hasValue).map(([area]) => area)
  return without.length === members.size ? [] : without
}

/** Limits of days or of sums are not means or sums of limits, so a band is kept of nothing else. */
const hasBand = ({ area, category, frequency }: Pick<GraphQuery, 'area' | 'category' | 'frequency'>) =>
  category === 'Residual Load' && frequency === 'H' && membersOf(area).length === 1

/**
 * The curves of an answer in their order: actual, the TSO's forecast, ours, perhaps the final one, for a group the actual curve of every
 * member, and perhaps the band. Rejects with a `DatabaseError`.
 */
export async function readCurves(
  readMeans: ReadMeans,
  query: Omit<GraphQuery, 'span' | 'zone'>,
  buckets: TimeBuckets,
): Promise<Curve[]> {
  const length = Math.max(0, buckets.edges.length - 1)
  const { area, category, extras } = query
  const knownUtc = extras.as_of === undefined ? null : Date.parse(extras.as_of)
  const sums: Curve[] = []
  const parts: Curve[] = []
  const kinds: readonly SeriesKind[] = extras.with === 'final' ? [...KINDS, 'final'] : KINDS
  const quantity = category === 'Residual Load' ? 'residual' : category
  for (const kind of kinds) {
    const members = await readMeans(membersOf(area), quantity, kind, buckets, knownUtc)
    const without = withoutValue(members)
    const powerMw = sumOfMeans(
      [...members.values()].filter(({ hasValue }) => hasValue),
      length,
    )
    const name = sumName(CURVE_NAMES[kind], without)
    sums.push({ name, kind, ...(without.length > 0 && { without }), powerMw })
    if (kind === 'actual' && members.size > 1)
      for (const [code, { powerMw }] of members)
        parts.push({ name: areaLabel(code), kind: 'member', area: code, powerMw })
  }
  const band: Curve[] = []
  if (extras.with === 'final' && hasBand(query))
    for (const kind of ['p10', 'p90'] as const)
      for (const { powerMw } of (
        await readMeans(membersOf(area), quantity, kind, buckets, knownUtc)
      ).values())
        band.push({ name: CURVE_NAMES[kind], kind, powerMw })
  return [...sums, ...parts, ...band]
}
