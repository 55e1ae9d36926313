import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

interface Blend {
  actual: Float64Array
  /** Forecasts made before, tables row × 24 + hour in MW, NaN where none was made. */
  base: Float64Array
  other: Float64Array
  /** Days whose errors decide the weight. */
  days: number
  /** The weight that is assumed at the start, and the number of days that it counts for. */
  prior: { weight: number; days: number }
}

/** Share, 0 to 1, of the step from `base` to `other`: the best in the mean square until two days before, drawn towards the prior; null without any. */
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

/** Days whose errors decide the weight, and the days that the prior weight of 1 counts for. */
const WEIGHT_DAYS = 56
const PRIOR = { weight: 1, days: 56 }
/** Days that the guard looks at, how many must be scored, and how much worse than the TSO the blend may be. */
const GUARD_DAYS = 28
const MIN_GUARD_DAYS = 7
const GUARD_MARGIN = 1.05

/** Hours of forecasts made before, as tables row × 24 + hour in MW, NaN where none was made. */
type PastForecasts = Readonly<Record<'tso' | 'model', Float64Array>>

/** How much of the model's correction is published: 1 is the model, 0 the TSO. It is 0 where the last weeks would have been worse than the TSO's. */
export function modelWeight(past: PastForecasts, actual: Float64Array, day: number): number {
  const { tso: base, model: other } = past
  const weight = blendWeight({ actual, base, other, days: WEIGHT_DAYS, prior: PRIOR }, day)
  if (weight === null) return 1
  return isWorseThanTso(past, actual, day, weight) ? 0 : weight
}

function isWorseThanTso(
  { tso, model }: PastForecasts,
  actual: Float64Array,
  day: number,
  weight: number,
): boolean {
  let blendError = 0
  let tsoError = 0
  let hours = 0
  const to = (day - 1) * HOURS_PER_DAY
  for (let cell = Math.max(0, to - GUARD_DAYS * HOURS_PER_DAY); cell < to; cell++) {
    const error = (actual[cell] ?? NaN) - (tso[cell] ?? NaN)
    const correction = (model[cell] ?? NaN) - (tso[cell] ?? NaN)
    if (Number.isNaN(error) || Number.isNaN(correction)) continue
    blendError += Math.abs(error - weight * correction)
    tsoError += Math.abs(error)
    hours++
  }
  return hours >= MIN_GUARD_DAYS * HOURS_PER_DAY && blendError > GUARD_MARGIN * tsoError
}
