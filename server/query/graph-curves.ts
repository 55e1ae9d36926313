import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { CURVE_NAMES, type EnergyType } from '#contract/query.ts'
import { type Block, type Kind, KINDS, type Quantity, type SeriesKey } from '#server/series/series.ts'

import type { GraphQuery } from './query-request.ts'
import { dailyMeans, type DayBucket, hourlyMeans, type TimeBuckets } from './time-buckets.ts'

/** A named curve: one value a stamp of the answer, MW, NaN for missing. */
export interface Curve {
  name: string
  powerMw: Float64Array
}

/** Hourly figures of one member of the area that is asked for. */
interface MemberHours {
  area: MemberCode
  hours: Float64Array
}

/** The first is what the others are taken from. */
const QUANTITIES_OF: Readonly<Record<EnergyType, readonly [Quantity, ...Quantity[]]>> = {
  solar: ['solar'],
  wind: ['wind'],
  'Residual Load': ['load', 'solar', 'wind'],
}

/** The series that an answer is computed from; `composeCurves` takes their blocks in this order. */
export function seriesOf({ area, category }: Pick<GraphQuery, 'area' | 'category'>): SeriesKey[] {
  return KINDS.flatMap((kind) =>
    membersOf(area).flatMap((member) =>
      QUANTITIES_OF[category].map((quantity) => ({ area: member, quantity, kind })),
    ),
  )
}

/** The first less all others, missing where any of them is. */
function remainder([first, ...others]: readonly Float64Array[]): Float64Array {
  const hours = first?.slice() ?? new Float64Array()
  for (const other of others) {
    for (let hour = 0; hour < hours.length; hour += 1) {
      hours[hour] = (hours[hour] ?? Number.NaN) - (other[hour] ?? Number.NaN)
    }
  }
  return hours
}

function hasValue({ hours }: MemberHours): boolean {
  return hours.some((value) => !Number.isNaN(value))
}

/** The sum of the members that have any value; in these, a missing hour makes the sum missing. */
function sumOf(members: readonly MemberHours[], length: number): Float64Array {
  const sum = new Float64Array(length).fill(members.length === 0 ? Number.NaN : 0)
  for (const { hours } of members) {
    for (let hour = 0; hour < length; hour += 1) {
      sum[hour] = (sum[hour] ?? Number.NaN) + (hours[hour] ?? Number.NaN)
    }
  }
  return sum
}

/** `Actual`, or `Actual (without MK, RS)` where some members have no value and others do. */
function sumName(name: string, all: readonly MemberHours[], summed: readonly MemberHours[]): string {
  if (summed.length === 0 || summed.length === all.length) return name
  const without = all.filter((member) => !summed.includes(member)).map(({ area }) => area)
  return `${name} (without ${without.join(', ')})`
}

/** What is left of a day's means when the day is not over: nobody has measured it whole. */
function withoutRunningDays(means: Float64Array, days: readonly DayBucket[], nowUtc: number): Float64Array {
  return means.map((mean, day) => ((days[day]?.toUtc ?? 0) > nowUtc ? Number.NaN : mean))
}

/**
 * The curves of an answer in their order, from the blocks of `seriesOf` over the hours of the buckets: actual, the TSO's forecast,
 * ours, and for a group the actual curve of every member.
 */
export function composeCurves(
  query: Pick<GraphQuery, 'area' | 'category'>,
  blocks: readonly Block[],
  buckets: TimeBuckets,
  nowUtc: number,
): Curve[] {
  const members = membersOf(query.area)
  const perMember = QUANTITIES_OF[query.category].length

  function hoursOf(kindIndex: number): MemberHours[] {
    return members.map((area, memberIndex) => {
      const start = (kindIndex * members.length + memberIndex) * perMember
      const parts = blocks.slice(start, start + perMember)
      return { area, hours: remainder(parts.map((block) => hourlyMeans(block, buckets))) }
    })
  }
  function toCurve(name: string, kind: Kind, hours: Float64Array): Curve {
    if (!buckets.days) return { name, powerMw: hours }
    const means = dailyMeans(hours, buckets.days)
    return { name, powerMw: kind === 'actual' ? withoutRunningDays(means, buckets.days, nowUtc) : means }
  }

  const hourCount = Math.max(0, buckets.hourEdges.length - 1)
  const byKind = KINDS.map((kind, kindIndex) => ({ kind, all: hoursOf(kindIndex) }))
  const sums = byKind.map(({ kind, all }) => {
    const summed = all.filter(hasValue)
    return toCurve(sumName(CURVE_NAMES[kind], all, summed), kind, sumOf(summed, hourCount))
  })
  const actuals = byKind.find(({ kind }) => kind === 'actual')?.all ?? []
  const isGroup = members.length > 1
  return isGroup
    ? [...sums, ...actuals.map(({ area, hours }) => toCurve(areaLabel(area), 'actual', hours))]
    : sums
}
