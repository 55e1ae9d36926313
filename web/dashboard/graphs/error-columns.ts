import { type AreaCode, membersOf } from '#contract/areas.ts'
import { type DayMark, ITEM_OF, isGap } from '#contract/data-days.ts'
import { CURVE_NAMES, sumName } from '#contract/query.ts'
import { type ChartData, type Curve, isOwnStamp } from '#web/chart/data/chart-data.ts'
import { errorsOf } from '#web/chart/data/forecast-errors.ts'
import { areQuarters } from '#web/chart/data/hours-and-weekdays.ts'

import { comparisonOf, earlierTimeS } from './compare.ts'
import { isActual, isForecast } from './curves.ts'
import { remarksOf, stretchesOf } from './day-marks.ts'
import type { DrawnChoices, GraphCurve, GraphData, GraphFilters } from './graph-card.ts'

const STEP_S = { H: 3600, D: 86_400 }
const HOUR_S = 3600
const QUARTER_S = 900

/** `marks`: days with doubtful values or excluded from scores. */
export interface MarkedData extends GraphData {
  marks?: readonly DayMark[]
}

interface Measured extends Pick<GraphCurve, 'values' | 'ownStamps'> {
  /** `Actual`, or a sum of the same members: `Actual (without SK)`. */
  name: string
}

export type ScoredFilters = Pick<GraphFilters, 'area' | 'compareWith' | 'timerange'>

/** Forecast − actual of the same period and members, without days excluded from scores. */
export function createErrorData(
  { timesS, curves, marks = [] }: MarkedData,
  filters: ScoredFilters,
  { hasEarlierForecasts, hasFinal }: DrawnChoices,
): ChartData {
  const comparison = comparisonOf([], filters.compareWith)
  const pairs = curves.flatMap((curve) => {
    const isShown = isForecast(curve) && (hasEarlierForecasts || !curve.isEarlier)
    const measured =
      isShown && (hasFinal || curve.kind !== 'final')
        ? findScored({ timesS, curves, marks }, curve, filters)
        : null
    return measured === null ? [] : [{ curve, measured }]
  })
  return {
    timesS,
    ...(marks.length > 0 && { remarks: remarksOf(marks) }),
    measured: pairs.map(({ measured }) => measured.values),
    // Only names the periods; errors are not compared.
    ...(comparison !== null && { comparison }),
    curves: pairs.map(({ curve, measured }) => ({
      name: nameError(curve, measured.name),
      // Errors of dashed forecasts are solid: no measured curve is beside them.
      style: curve.style === 'dashed' ? 'solid' : curve.style,
      colourIndex: curve.colourIndex,
      ownStamps: timesS.map((_, index) => isOwnStamp(curve, index) && isOwnStamp(measured, index)),
      values: errorsOf(curve.values, measured.values),
    })),
  }
}

/** `TSO forecast − Actual`, `TSO forecast − Actual · previous week`. */
function nameError({ name, ownName }: GraphCurve, measured: string): string {
  return `${ownName} − ${measured}${name.slice(ownName.length)}`
}

/** Actual values without suspicious days and, for TSO forecasts, without days of copies or late versions. */
export function findScored(
  { timesS, curves, marks }: GraphData & { marks: readonly DayMark[] },
  forecast: GraphCurve,
  { area, compareWith, timerange }: ScoredFilters,
): Measured | null {
  const found = findMeasured(curves, forecast, area)
  const isByHour = areQuarters(timesS, [forecast]) && areHourly(timesS, forecast.values)
  // Hourly forecasts are scored by hourly means.
  const measured = found && isByHour ? { ...found, values: hourMeans(timesS, found.values) } : found
  const without = forecast.without ?? []
  const stretches = marks
    .filter((mark) => !isGap(mark) && !without.includes(mark.area))
    .filter((mark) => forecast.kind === 'tso' || !ITEM_OF[mark.item].isForecast)
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

function findMeasured(curves: readonly GraphCurve[], forecast: GraphCurve, area: AreaCode): Measured | null {
  const ofSamePeriod = curves.filter(({ isEarlier }) => isEarlier === forecast.isEarlier)
  const actual = ofSamePeriod.find(isActual)
  if (actual === undefined) return null
  const { without = [] } = forecast
  if (without.join() === (actual.without ?? []).join()) return { ...actual, name: actual.ownName }
  // The sums differ in members, so the forecast's members are added up.
  const members = membersOf(area).filter((code) => !without.includes(code))
  const parts = members.flatMap((code) => ofSamePeriod.find((curve) => curve.area === code) ?? [])
  if (members.length === 0 || parts.length < members.length) return null
  return {
    name: sumName(CURVE_NAMES.actual, without),
    values: forecast.values.map((_, index) => sumOf(parts.map(({ values }) => values[index] ?? null))),
  }
}

function sumOf(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0)
}

const hourAt = (timeS: number | undefined) => Math.floor((timeS ?? 0) / HOUR_S)

/** `null` if a quarter is missing. */
function hourMeans(timesS: readonly number[], values: Measured['values']): Measured['values'] {
  return values.map((_, index) => {
    const first = index - Math.floor(((timesS[index] ?? 0) % HOUR_S) / QUARTER_S)
    const sum = sumOf([0, 1, 2, 3].map((quarter) => values[first + quarter] ?? null))
    return sum === null ? null : sum / 4
  })
}

export function areHourly(timesS: readonly number[], values: Curve['values'], from = 0, end = values.length) {
  let hasChanged = false
  for (let index = from + 1; index < end; index += 1) {
    if (values[index] === values[index - 1]) continue
    if (hourAt(timesS[index]) === hourAt(timesS[index - 1])) return false
    hasChanged = true
  }
  return hasChanged
}
