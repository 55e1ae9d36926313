import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'

import { blendWeight } from './blend-weight.ts'

/** Days whose errors decide the weight, and the days that the prior weight of 1 counts for. */
const WEIGHT_DAYS = 56
const PRIOR = { weight: 1, days: 56 }
/** Days that the guard looks at, how many must be scored, and how much worse than the TSO the blend may be. */
const GUARD_DAYS = 28
const MIN_GUARD_DAYS = 7
const GUARD_MARGIN = 1.05

/** Hours of forecasts made before, as tables row × 24 + hour in MW, NaN where none was made. */
export interface PastForecasts {
  tso: Float64Array
  model: Float64Array
}

/**
 * How much of the model's correction is published: 1 is the model, 0 the TSO. It is the weight that would have been best in
 * the mean square over the last eight weeks, held near 1 by a prior of eight weeks; and 0 where even so the last four weeks
 * would have been more than 5 % worse than the TSO. Looks at days up to two before.
 */
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
