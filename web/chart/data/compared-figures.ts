import type { ChartData, Curve } from './chart-data.ts'
import { findCommonStamps } from './common-stamps.ts'
import { curveStatistics, type CurveStatistics } from './curve-statistics.ts'
import type { TimeWindow } from './time-window.ts'

/** A forecast's error against the reference, on the common stamps. */
export interface ForecastError {
  /** Mean of forecast − reference. */
  bias: number
  /** Mean of |forecast − reference|. */
  mae: number
}

export interface CurveFigures {
  curve: Curve
  /** Of the curve's own values in the window, but `mean` of the common stamps; `null` without values. */
  statistics: CurveStatistics | null
  /** How many stamps of the window have a value. */
  count: number
  /** Only for forecasts of a chart with a reference that share stamps with it. */
  error: ForecastError | null
}

export interface ComparedFigures {
  rows: readonly CurveFigures[]
  /** Stamps in the window. */
  total: number
  /** Stamps at which every shown curve has a value: means and errors cover these, so that they can be compared. */
  commonCount: number
}

/**
 * The figures of all curves inside a window (`null`: everything). Curves without any value there, and hidden ones, do not
 * narrow the common stamps, but the reference always does.
 */
export function compareFigures(
  { timesS, curves, reference }: ChartData,
  hidden: readonly string[],
  window: TimeWindow | null,
): ComparedFigures {
  const { total, counts, common } = findCommonStamps(
    { timesS, curves },
    ({ name }) => name === reference || !hidden.includes(name),
    window,
  )
  const actual = curves.find(({ name }) => name === reference)
  return {
    total,
    commonCount: common.length,
    rows: curves.map((curve, index) => {
      const statistics = curveStatistics(timesS, curve.values, window)
      return {
        curve,
        count: counts[index] ?? 0,
        statistics: statistics && { ...statistics, mean: meanAt(curve.values, common) ?? statistics.mean },
        error:
          curve.style === 'dashed' && actual !== undefined
            ? errorAt(curve.values, actual.values, common)
            : null,
      }
    }),
  }
}

type Values = readonly (number | null)[]

/** The mean of the values at some indexes; `null` if there are none. */
function meanAt(values: Values, indexes: readonly number[]): number | null {
  let sum = 0
  let count = 0
  for (const index of indexes) {
    const value = values[index] ?? null
    if (value === null) continue
    sum += value
    count++
  }
  return count === 0 ? null : sum / count
}

function errorAt(forecast: Values, actual: Values, indexes: readonly number[]): ForecastError | null {
  let sum = 0
  let absolute = 0
  let count = 0
  for (const index of indexes) {
    const predicted = forecast[index] ?? null
    const measured = actual[index] ?? null
    if (predicted === null || measured === null) continue
    sum += predicted - measured
    absolute += Math.abs(predicted - measured)
    count++
  }
  return count === 0 ? null : { bias: sum / count, mae: absolute / count }
}
