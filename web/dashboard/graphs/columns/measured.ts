import { areaLabel, type AreaCode, membersOf } from '#contract/areas.ts'
import { isActual } from '#web/dashboard/graphs/answer/curves.ts'
import type { GraphCurve } from '#web/dashboard/graphs/store/graph-card.ts'

/** The members that a sum leaves out: `Actual (without MK)`. */
const LEFT_OUT = / \(without ([^)]*)\)$/

/** What a forecast is held against. */
export interface Measured {
  /** `Actual`, or the sum of the same members: `Actual (without SK)`. */
  name: string
  /** One value per stamp of the forecast. */
  values: readonly (number | null)[]
}

/** What was measured of the period and of the members of a forecast; null where nothing was. */
export function findMeasured(
  curves: readonly GraphCurve[],
  forecast: GraphCurve,
  area: AreaCode,
): Measured | null {
  const ofSamePeriod = curves.filter(({ isEarlier }) => isEarlier === forecast.isEarlier)
  const actual = ofSamePeriod.find(isActual)
  if (actual === undefined) return null
  const leftOut = LEFT_OUT.exec(forecast.ownName)?.[1]
  if (leftOut === LEFT_OUT.exec(actual.ownName)?.[1]) return { name: actual.ownName, values: actual.values }
  // The two sums have different members. Those of the forecast are added up from the curves of the members.
  const codes = leftOut?.split(', ') ?? []
  const members = membersOf(area).filter((code) => !codes.includes(code))
  const parts = members.flatMap(
    (code) => ofSamePeriod.find(({ ownName }) => ownName === areaLabel(code)) ?? [],
  )
  if (members.length === 0 || parts.length < members.length) return null
  const suffix = leftOut === undefined ? '' : ` (without ${leftOut})`
  return {
    name: actual.ownName.replace(LEFT_OUT, '') + suffix,
    values: forecast.values.map((_, index) => sumOf(parts.map(({ values }) => values[index] ?? null))),
  }
}

function sumOf(values: readonly (number | null)[]): number | null {
  let sum = 0
  for (const value of values) {
    if (value === null) return null
    sum += value
  }
  return sum
}
