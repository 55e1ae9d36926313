import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'

import type { NormalEquations } from './ridge.ts'
import { createRowAdder } from './row-adder.ts'

/** A day and what it counts; a negative weight takes it out again. */
export interface WeightedDay {
  day: number
  weight: number
}

/** The days `from` to `to`, not included. */
export function weightedDays(from: number, to: number, weightOf: (day: number) => number): WeightedDay[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => {
    const day = from + index
    return { day, weight: weightOf(day) }
  })
}

/** Teaches equations the hours of days. */
export interface DayLearner {
  learn(days: readonly WeightedDay[]): void
  /** Hours of a day that say something: the target is known, and so are the features, which have NaN in the first where one is missing. */
  learnableHours(day: number): number
}

/** `equations` are those of each hour, or one for all hours. */
export function createDayLearner(
  equations: readonly NormalEquations[],
  features: DayFeatures,
  target: DayTable,
): DayLearner {
  const { width } = features
  const adders = equations.map(createRowAdder)
  const isLearnable = (rows: Float64Array, hour: number, value: number) =>
    !Number.isNaN(value) && !Number.isNaN(rows[hour * width])
  return {
    learn(days) {
      const described = days.map(({ day, weight }) => ({ day, weight, rows: features.ofDay(day) }))
      const values = target.upTo(Math.max(...days.map(({ day }) => day)))
      // One set of equations after the other: it fits into the processor's nearest cache, and all of them together do not.
      for (const [first, adder] of adders.entries()) {
        for (const { day, weight, rows } of described) {
          for (let hour = first; hour < HOURS_PER_DAY; hour += adders.length) {
            const value = values[day * HOURS_PER_DAY + hour] ?? NaN
            if (isLearnable(rows, hour, value)) adder.add(rows, hour * width, value, weight)
          }
        }
        adder.flush()
      }
    },
    learnableHours(day) {
      const rows = features.ofDay(day)
      const values = target.upTo(day).subarray(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
      return values.filter((value, hour) => isLearnable(rows, hour, value)).length
    },
  }
}
