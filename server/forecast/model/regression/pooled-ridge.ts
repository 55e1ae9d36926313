import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayModel } from './day-model.ts'
import { addRow, createNormalEquations, scaledPenalties, solveRidge } from './ridge.ts'
import { dotProduct } from './vectors.ts'

const WINDOW_DAYS = 730
/** Penalty in rows, of which a day has 24. */
const LAMBDA = 500

/**
 * One ridge regression over all hours of the days from `firstDay` on, refitted every day; the first `free` features are not
 * penalised. An hour with NaN in its first feature is not learned from and gets NaN.
 */
export function createPooledRidge(
  features: DayFeatures,
  target: Float64Array,
  firstDay: number,
  free: number,
): DayModel {
  const { width } = features
  const equations = createNormalEquations(width)
  let from = firstDay
  let to = firstDay
  const learn = (day: number, weight: number): void => {
    const rows = features.ofDay(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const value = target[day * HOURS_PER_DAY + hour] ?? NaN
      if (!Number.isNaN(value) && !Number.isNaN(rows[hour * width]))
        addRow(equations, rows, hour * width, value, weight)
    }
  }
  return {
    predict(day) {
      const oldest = Math.max(from, day - 1 - WINDOW_DAYS)
      if (to < oldest) from = to = oldest
      while (to <= day - 2) learn(to++, 1)
      while (from < oldest) learn(from++, -1)
      const coefficients = solveRidge(equations, scaledPenalties(equations, LAMBDA, free))
      const rows = features.ofDay(day)
      return Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
        if (Number.isNaN(rows[hour * width])) return NaN
        return dotProduct(coefficients, 0, rows, hour * width, width)
      })
    },
  }
}
