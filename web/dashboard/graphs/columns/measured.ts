import { type AreaCode, membersOf } from '#contract/areas.ts'
import type { DayMark } from '#contract/data-days.ts'
import { CURVE_NAMES, sumName } from '#contract/query.ts'
import { isGap } from '#web/api/data-days.ts'
import type { Curve } from '#web/chart/data/chart-data.ts'
import { areQuarters } from '#web/chart/data/cycle.ts'
import { isActual } from '#web/dashboard/graphs/answer/curves.ts'
import { earlierTimeS } from '#web/dashboard/graphs/query/compare.ts'
import { stretchesOf } from '#web/dashboard/graphs/query/day-marks.ts'
import type { GraphCurve, GraphData, GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'

const STEP_S = { H: 3600, D: 86_400 }
const HOUR_S = 3600
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
  const found = findMeasured(curves, forecast, area)
  const isByHour = areQuarters(timesS, [forecast]) && areHourly(timesS, forecast.values)
  // A forecast of hours says nothing of the quarters within them.
  const measured = found && isByHour ? { ...found, values: hourMeans(timesS, found.values) } : found
  const without = forecast.without ?? []
  const stretches = marks
    .filter((mark) => !isGap(mark) && !without.includes(mark.area))
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
  const { without = [] } = forecast
  if (without.join() === (actual.without ?? []).join()) return { ...actual, name: actual.ownName }
  // The two sums have different members. Those of the forecast are added up from the curves of the members.
  const members = membersOf(area).filter((code) => !without.includes(code))
  const parts = members.flatMap((code) => ofSamePeriod.find((curve) => curve.area === code) ?? [])
  if (members.length === 0 || parts.length < members.length) return null
  return {
    name: sumName(CURVE_NAMES.actual, without),
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

const hourAt = (timeS: number | undefined) => Math.floor((timeS ?? 0) / HOUR_S)

/** At each quarter hour the mean of its whole hour; null where a quarter is missing. */
function hourMeans(timesS: readonly number[], values: Measured['values']): Measured['values'] {
  return values.map((_, index) => {
    const first = index - Math.floor(((timesS[index] ?? 0) % HOUR_S) / QUARTER_S)
    const sum = sumOf([0, 1, 2, 3].map((quarter) => values[first + quarter] ?? null))
    return sum === null ? null : sum / 4
  })
}

/** Whether values change, and only from one hour to the next. */
export function areHourly(
  timesS: readonly number[],
  values: Curve['values'],
  from = 0,
  end = values.length,
): boolean {
  let hasChanged = false
  for (let index = from + 1; index < end; index += 1) {
    if (values[index] === values[index - 1]) continue
    if (hourAt(timesS[index]) === hourAt(timesS[index - 1])) return false
    hasChanged = true
  }
  return hasChanged
}
