import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, type CurveKind, type EnergyType } from '#contract/query.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { meansBetween } from '#server/series/mean-power.ts'
import { residualBlock } from '#server/series/residual-load.ts'
import {
  type Block,
  type Kind,
  KINDS,
  QUANTITIES,
  type Quantity,
  type ReadSeries,
  type SeriesKey,
} from '#server/series/series.ts'
import { type TimeBuckets, withoutRunningDays } from '#server/series/time-buckets.ts'

import type { GraphQuery } from './query-request.ts'

/** A named curve: one value per stamp of the answer, MW, NaN for missing. */
export interface Curve {
  name: string
  kind: CurveKind
  powerMw: Float64Array
}

/** One member of the requested area. */
interface Member {
  area: MemberCode
  /** Whether it has any value in the range. */
  hasValue: boolean
  /** Its mean of every hour or day of the answer, MW. */
  means: Float64Array
}

/** The series that an answer is computed from. */
export function seriesOf({ area, category }: Pick<GraphQuery, 'area' | 'category'>): SeriesKey[] {
  const quantities: readonly Quantity[] = category === 'Residual Load' ? QUANTITIES : [category]
  return KINDS.flatMap((kind) =>
    membersOf(area).flatMap((member) => quantities.map((quantity) => ({ area: member, quantity, kind }))),
  )
}

function blockOfMember(read: ReadSeries, category: EnergyType, area: MemberCode, kind: Kind): Block {
  return category === 'Residual Load'
    ? residualBlock(byQuantity((quantity) => read({ area, quantity, kind })))
    : read({ area, quantity: category, kind })
}

/** The sum of the members that have any value; in these, a missing mean makes the sum missing. */
function sumOf(members: readonly Member[], length: number): Float64Array {
  const sum = new Float64Array(length).fill(members.length === 0 ? NaN : 0)
  for (const { means } of members)
    for (let index = 0; index < length; index += 1) sum[index] = (sum[index] ?? NaN) + (means[index] ?? NaN)
  return sum
}

/** `Actual`, or `Actual (without MK, RS)` where some members have no value and others do. */
function sumName(name: string, all: readonly Member[], summed: readonly Member[]): string {
  if (summed.length === 0 || summed.length === all.length) return name
  const without = all.filter((member) => !summed.includes(member)).map(({ area }) => area)
  return `${name} (without ${without.join(', ')})`
}

/**
 * The curves of an answer in their order, from the series of `seriesOf` over the time of the buckets: actual, the TSO's forecast,
 * ours, and for a group the actual curve of every member.
 */
export function composeCurves(
  { area, category, frequency }: Pick<GraphQuery, 'area' | 'category' | 'frequency'>,
  read: ReadSeries,
  { edges, maxMissingMs }: TimeBuckets,
  nowUtc: number,
): Curve[] {
  const membersOfKind = (kind: Kind): Member[] =>
    membersOf(area).map((member) => {
      const block = blockOfMember(read, category, member, kind)
      const means = meansBetween(block, edges, maxMissingMs)
      const isRunning = frequency === 'D' && kind === 'actual'
      return {
        area: member,
        hasValue: !block.powerMw.every(Number.isNaN),
        means: isRunning ? withoutRunningDays(means, edges, nowUtc) : means,
      }
    })
  const length = Math.max(0, edges.length - 1)
  const byKind = KINDS.map((kind) => ({ kind, members: membersOfKind(kind) }))
  const sums = byKind.map(({ kind, members }): Curve => {
    const summed = members.filter(({ hasValue }) => hasValue)
    return { name: sumName(CURVE_NAMES[kind], members, summed), kind, powerMw: sumOf(summed, length) }
  })
  const actual = byKind.find(({ kind }) => kind === 'actual')?.members ?? []
  if (actual.length === 1) return sums
  const parts = actual.map(({ area: code, means }): Curve => ({
    name: areaLabel(code),
    kind: 'member',
    powerMw: means,
  }))
  return [...sums, ...parts]
}
