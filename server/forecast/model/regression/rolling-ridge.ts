import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'

import type { DayModel } from './day-model.ts'
import {
  createNormalEquations,
  createRidgeRoom,
  fade,
  scaledPenalties,
  solveRidge,
  sumNeighbours,
  type NormalEquations,
} from './ridge.ts'
import { addHours, createRowAdder } from './row-adder.ts'
import { dotProduct } from './vectors.ts'

export interface RollingRidgeOptions {
  /** Which hours share their coefficients: none, each with those beside it, or all. */
  pooling: 'each hour' | 'neighbouring hours' | 'all hours'
  /** Days that are learned from; those before are forgotten. */
  windowDays: number
  /** Days after which a day counts half; null to count all alike. */
  halfLifeDays: number | null
  /** Penalty in rows; an hour of a day is a row. */
  lambda: number
  /** The first features, which are not penalised. */
  unpenalised: number
  /** Days before this row have no lags worth learning from. */
  firstDay: number
}

/**
 * Ridge regression of the hours of a day, refitted every day on a window that moves on. An hour with NaN in its first feature is
 * not learned from and gets NaN.
 */
export function createRollingRidge(
  features: DayFeatures,
  target: DayTable,
  { pooling, windowDays, halfLifeDays, lambda, unpenalised, firstDay }: RollingRidgeOptions,
): DayModel {
  const { width } = features
  const count = pooling === 'all hours' ? 1 : HOURS_PER_DAY
  const all = Array.from({ length: count }, () => createNormalEquations(width))
  const adders = all.map(createRowAdder)
  let from = firstDay
  let to = firstDay

  const learn = (day: number, weight: number) => addHours(adders, features, target, day, weight)
  const catchUp = (day: number): void => {
    const oldest = Math.max(from, day - 1 - windowDays)
    // What would be forgotten at once need not be learned.
    if (to < oldest) from = to = oldest
    const daily = halfLifeDays === null ? 1 : 0.5 ** (1 / halfLifeDays)
    const newDays = day - 1 - to
    // All that is known fades once, and each new day comes in as faded as it is by now.
    if (daily !== 1 && newDays > 0) for (const equations of all) fade(equations, daily ** newDays)
    for (; to <= day - 2; to++) learn(to, daily ** (day - 2 - to))
    for (; from < oldest; from++) learn(from, -(daily ** (day - 2 - from)))
    for (const adder of adders) adder.flush()
  }
  const sum = createNormalEquations(width)
  const room = createRidgeRoom(width)
  const expected = new Float64Array(HOURS_PER_DAY)
  const equationsOf = (hour: number, own: NormalEquations): NormalEquations => {
    if (pooling !== 'neighbouring hours') return own
    sumNeighbours(sum, all, hour, 1)
    return sum
  }

  return {
    predict(day) {
      catchUp(day)
      const rows = features.tableWith(day)
      const start = day * HOURS_PER_DAY * width
      // One scale for all hours: a feature that is almost 0 in one, such as the sun at dawn, gets no huge coefficient there.
      const penalties = scaledPenalties(all, width, lambda, unpenalised)
      expected.fill(NaN)
      for (const [first, equations] of all.entries()) {
        if (count > 1 && Number.isNaN(rows[start + first * width])) continue
        const coefficients = solveRidge(equationsOf(first, equations), penalties, room)
        for (let hour = first; hour < HOURS_PER_DAY; hour += count) {
          const at = start + hour * width
          if (!Number.isNaN(rows[at])) expected[hour] = dotProduct(coefficients, 0, rows, at, width)
        }
      }
      return expected
    },
  }
}
