import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

export interface Blend {
  actual: Float64Array
  /** Forecasts made before, tables row × 24 + hour in MW, NaN where none was made. */
  base: Float64Array
  other: Float64Array
  /** Days whose errors decide the weight. */
  days: number
  /** The weight that is assumed at the start, and the number of days that it counts for. */
  prior: { weight: number; days: number }
}

/**
 * How much of the step from `base` to `other` to take for a day, 0 to 1: the weight that would have been best in the mean square
 * over the days before, drawn towards the prior. It looks at days up to two before; null where nothing can be compared.
 */
export function blendWeight({ actual, base, other, days, prior }: Blend, day: number): number | null {
  let product = 0
  let square = 0
  let hours = 0
  const to = (day - 1) * HOURS_PER_DAY
  for (let cell = Math.max(0, to - days * HOURS_PER_DAY); cell < to; cell++) {
    const error = (actual[cell] ?? NaN) - (base[cell] ?? NaN)
    const step = (other[cell] ?? NaN) - (base[cell] ?? NaN)
    if (Number.isNaN(error) || Number.isNaN(step)) continue
    product += error * step
    square += step * step
    hours++
  }
  if (square === 0) return null
  const priorSquare = (square / hours) * prior.days * HOURS_PER_DAY
  const weight = (product + prior.weight * priorSquare) / (square + priorSquare)
  return Math.min(1, Math.max(0, weight))
}
