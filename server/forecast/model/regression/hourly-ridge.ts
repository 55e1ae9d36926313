import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import {
  addRow,
  createNormalEquations,
  fade,
  scaledPenalties,
  solveRidge,
  sumEquations,
  type NormalEquations,
} from './ridge.ts'
import type { DayModel } from './day-model.ts'
import { dotProduct } from './vectors.ts'

export interface HourlyRidgeOptions {
  /** Days that are learned from; those before are forgotten. */
  windowDays: number
  /** Days after which a day counts half; null to count all alike. */
  halfLifeDays: number | null
  /** Whether an hour also learns from the hours beside it. */
  withNeighbours: boolean
  /** Penalty in rows. */
  lambda: number
}

/** Days before this one have no lags worth learning from. */
const FIRST_DAY = 6

/** One ridge regression an hour, refitted every day. */
export function createHourlyRidge(
  features: DayFeatures,
  target: Float64Array,
  { windowDays, halfLifeDays, withNeighbours, lambda }: HourlyRidgeOptions,
): DayModel {
  const { width } = features
  const hours = Array.from({ length: HOURS_PER_DAY }, () => createNormalEquations(width))
  let from = FIRST_DAY
  let to = FIRST_DAY

  const learn = (day: number, weight: number): void => {
    const rows = features.ofDay(day)
    for (const [hour, equations] of hours.entries()) {
      const value = target[day * HOURS_PER_DAY + hour] ?? NaN
      if (!Number.isNaN(value) && !Number.isNaN(rows[hour * width]))
        addRow(equations, rows, hour * width, value, weight)
    }
  }
  const catchUp = (day: number): void => {
    const oldest = Math.max(from, day - 1 - windowDays)
    // What would be forgotten at once need not be learned.
    if (to < oldest) from = to = oldest
    if (halfLifeDays === null) {
      while (to <= day - 2) learn(to++, 1)
      while (from < oldest) learn(from++, -1)
      return
    }
    // All that is known fades once, and each new day comes in as faded as it is by now.
    const daily = 0.5 ** (1 / halfLifeDays)
    const newDays = day - 1 - to
    if (newDays > 0) for (const equations of hours) fade(equations, daily ** newDays)
    for (; to <= day - 2; to++) learn(to, daily ** (day - 2 - to))
  }
  const sum = createNormalEquations(width)
  const factor = new Float64Array(sum.gram.length)
  const sumOf = (equations: readonly NormalEquations[]): NormalEquations => {
    sumEquations(sum, equations)
    return sum
  }

  return {
    predict(day) {
      catchUp(day)
      // One scale for all hours: a feature that is almost 0 in one, such as the sun at dawn, gets no huge coefficient there.
      const penalties = scaledPenalties(sumOf(hours), lambda, 1)
      const rows = features.ofDay(day)
      return Float64Array.from(hours, (equations, hour) => {
        if (Number.isNaN(rows[hour * width])) return NaN
        const learned = withNeighbours ? sumOf(hours.slice(Math.max(0, hour - 1), hour + 2)) : equations
        const coefficients = solveRidge(learned, penalties, factor)
        return dotProduct(coefficients, 0, rows, hour * width, width)
      })
    },
  }
}
