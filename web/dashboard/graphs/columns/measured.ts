import { areaLabel, type AreaCode, membersOf } from '#contract/areas.ts'
import type { DayMark } from '#contract/data-days.ts'
import { isGap } from '#web/api/data-days.ts'
import { areQuarters } from '#web/chart/data/cycle.ts'
import { isActual, LEFT_OUT } from '#web/dashboard/graphs/answer/curves.ts'
import { earlierTimeS } from '#web/dashboard/graphs/query/compare.ts'
import { stretchesOf } from '#web/dashboard/graphs/query/day-marks.ts'
import type { GraphCurve, GraphData, GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'

const STEP_S = { H: 3600, D: 86_400 }
const QUARTER_S = 900

/** What a forecast is held against. */
export interface Measured extends Pick<GraphCurve, 'values' | 'ownStamps'> {
  /** `Actual`, or the sum of the same members: `Actual (without SK)`. */
  name: string
}

export type ScoredFilters = Pick<GraphFilters, 'area' | 'compareWith' | 'timerange'>

/**
 * What a forecast is scored against; null where nothing was measured. Without days of suspicious actual values, and of a TSO's forecast
 * without those on which it is a copy or known only as it was last published.
 */
export function findScored(
  { timesS, curves, marks }: GraphData & { marks: readonly DayMark[] },
  forecast: GraphCurve,
  { area, compareWith, timerange }: ScoredFilters,
): Measured | null {
  const measured = findMeasured(curves, forecast, area)
  const leftOut = LEFT_OUT.exec(forecast.ownName)?.[1]?.split(', ') ?? []
  const stretches = marks
    .filter((mark) => !isGap(mark) && !leftOut.includes(mark.area))
    .filter((mark) => forecast.kind === 'tso' || !mark.item.endsWith('forecast'))
    .flatMap(({ days }) => stretchesOf(days))
  if (measured === null || stretches.length === 0) return measured
  const stepS = timerange === 'H' && areQuarters(timesS, [forecast]) ? QUARTER_S : STEP_S[timerange]
  const values = measured.values.map((value, index) => {
    const timeS = timesS[index] ?? 0
    const atS = forecast.isEarlier && compareWith !== 'none' ? earlierTimeS(timeS, compareWith) : timeS
    return stretches.some(({ fromS, toS }) => fromS < atS + stepS && toS > atS) ? null : value
  })
  return { ...measured, values }
}

/** What was measured of the period and of the members of a forecast; null where nothing was. */
function findMeasured(curves: readonly GraphCurve[], forecast: GraphCurve, area: AreaCode): Measured | null {
  const ofSamePeriod = curves.filter(({ isEarlier }) => isEarlier === forecast.isEarlier)
  const actual = ofSamePeriod.find(isActual)
  if (actual === undefined) return null
  const leftOut = LEFT_OUT.exec(forecast.ownName)?.[1]
  if (leftOut === LEFT_OUT.exec(actual.ownName)?.[1]) return { ...actual, name: actual.ownName }
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
