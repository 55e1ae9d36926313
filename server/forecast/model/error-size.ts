import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

/** With at least this many hours of errors, the size of an error is estimated from the wind. */
const MIN_SCALED_HOURS = 14 * HOURS_PER_DAY
/** Smallest size of an error, as a share of the mean: calm hours have errors too. */
const MIN_SCALE = 0.25

/**
 * The usual size of an error by the wind forecast of its hour, MW: a straight line through the absolute errors of the cells `from`
 * to `to`, rising or flat, and never below a quarter of their mean. 1 if the wind does not help.
 */
export function errorSize(
  errors: Float64Array,
  wind: Float64Array | null,
  from: number,
  to: number,
): (windMw: number) => number {
  if (wind === null) return () => 1
  const sum = { hours: 0, wind: 0, error: 0, windSquare: 0, product: 0 }
  for (let cell = from; cell < to; cell++) {
    const error = Math.abs(errors[cell] ?? NaN)
    const power = wind[cell] ?? NaN
    if (Number.isNaN(error + power)) continue
    sum.hours++
    sum.wind += power
    sum.error += error
    sum.windSquare += power * power
    sum.product += power * error
  }
  const meanWind = sum.wind / sum.hours
  const meanError = sum.error / sum.hours
  const variance = sum.windSquare / sum.hours - meanWind * meanWind
  const covariance = sum.product / sum.hours - meanWind * meanError
  if (sum.hours < MIN_SCALED_HOURS || !(variance > 0) || !(meanError > 0)) return () => 1
  const slope = Math.max(0, covariance / variance)
  return (windMw) => {
    const size = meanError + slope * ((Number.isNaN(windMw) ? meanWind : windMw) - meanWind)
    return Math.max(MIN_SCALE * meanError, size)
  }
}
