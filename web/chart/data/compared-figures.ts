import type { ChartData, Curve } from './chart-data.ts'
import { countValues, stampsIn } from './common-stamps.ts'
import { differenceCurves } from './comparison.ts'
import { curveStatistics, type CurveStatistics } from './curve-statistics.ts'
import type { TimeWindow } from './time-window.ts'

/** A forecast's error, on the stamps that it and what was measured have in common. */
export interface ForecastError {
  /** Mean of forecast − measured. */
  bias: number
  /** Mean of |forecast − measured|. */
  mae: number
}

export interface CurveFigures {
  curve: Curve
  /** Of the curve's own values in the window; `null` without values. */
  statistics: CurveStatistics | null
  /** How many stamps of the window have a value. */
  count: number
  /** Only for forecasts that share stamps with what was measured. */
  error: ForecastError | null
}

export interface ComparedFigures {
  rows: readonly CurveFigures[]
  /** Stamps in the window. */
  total: number
}

/** The figures of all curves inside a window (`null`: everything). */
export function compareFigures(
  { timesS, curves, measured = [] }: ChartData,
  window: TimeWindow | null,
): ComparedFigures {
  const stamps = stampsIn(timesS, window)
  return {
    total: stamps.length,
    rows: curves.map((curve, position) => {
      const actual = measured[position] ?? null
      return {
        curve,
        count: countValues(curve.values, stamps),
        statistics: curveStatistics(timesS, curve.values, window),
        error: actual === null ? null : errorAt(curve.values, actual, stamps),
      }
    }),
  }
}

/** What a difference to an earlier period did in the window. */
export interface DifferenceFigures extends Pick<Curve, 'name'> {
  statistics: CurveStatistics
  /** How many stamps of the window have it. */
  count: number
}

/** The figures of the differences that readings tell, inside a window. */
export function differenceFigures(
  data: ChartData,
  hidden: readonly string[],
  window: TimeWindow | null,
): DifferenceFigures[] {
  const stamps = stampsIn(data.timesS, window)
  return differenceCurves(data, hidden).flatMap(({ name, values }) => {
    const statistics = curveStatistics(data.timesS, values, window)
    return statistics === null ? [] : { name, statistics, count: countValues(values, stamps) }
  })
}

type Values = readonly (number | null)[]

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
