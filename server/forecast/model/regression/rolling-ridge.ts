import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures, DayTable, DayModel } from '#server/forecast/model/history/day-table.ts'

import {
  addRow,
  createNormalEquations,
  dotProduct,
  scaledPenalties,
  solveRidge,
  sumNeighbours,
} from './ridge.ts'

export interface RollingRidgeOptions {
  /** Weight of the hours before and after in an hour's regression; null for one regression of all hours. */
  neighbourWeight: number | null
  /** Days that are learned from, by default those of two years; those before are forgotten. */
  windowDays?: number
  /** Penalty in rows; an hour of a day is a row. */
  lambda: number
  /** The first features, which are not penalised. */
  unpenalised: number
  /** Days before this row have no lags worth learning from. */
  firstDay: number
  /** How long a fit serves; by default for one day. */
  refit?: RefitOptions
}

/** Fits are made on fixed days of the calendar, wherever a history begins. */
export interface RefitOptions {
  everyDays: number
  /** Number of the first row's day. */
  firstDate: number
  /** With fewer days learned there is no prediction. */
  minDays: number
}

const WINDOW_DAYS = 730
/** Hours of a day that make it a learned one: those of daylight in winter are enough. */
const MIN_HOURS = 6

/** Ridge regression of the hours of a day on a window that moves on. An hour with NaN in its first feature is not learned from and gets NaN. */
export function createRollingRidge(
  features: DayFeatures,
  target: DayTable,
  { neighbourWeight, windowDays = WINDOW_DAYS, lambda, unpenalised, firstDay, refit }: RollingRidgeOptions,
): DayModel {
  const { width } = features
  const count = neighbourWeight === null ? 1 : HOURS_PER_DAY
  const equations = Array.from({ length: count }, () => createNormalEquations(width))
  const sum = createNormalEquations(width)
  let [from, to] = [firstDay, firstDay]
  let learnedDays = 0

  const learn = (day: number, weight: 1 | -1): void => {
    const rows = features.tableWith(day)
    const values = target.upTo(day)
    let hours = 0
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      const value = values[cell] ?? NaN
      const ofHour = equations[hour % count]
      if (ofHour === undefined || Number.isNaN(value) || Number.isNaN(rows[cell * width])) continue
      addRow(ofHour, rows, cell * width, value, weight)
      hours++
    }
    if (hours >= MIN_HOURS) learnedDays += weight
  }
  const moveTo = (day: number): void => {
    const oldest = Math.max(from, day - 1 - windowDays)
    // Days that would be forgotten at once need not be learned.
    if (to < oldest) from = to = oldest
    for (; to <= day - 2; to++) learn(to, 1)
    for (; from < oldest; from++) learn(from, -1)
  }

  let fittedFor = NaN
  let coefficients: readonly Float64Array[] = []
  const fit = (day: number): void => {
    moveTo(day)
    fittedFor = day
    // One scale for all hours: a feature that is almost 0 in one, such as the sun at dawn, gets no huge coefficient there.
    const penalties = scaledPenalties(equations, width, lambda, unpenalised)
    coefficients = equations.map((_, hour) => {
      sumNeighbours(sum, equations, hour, neighbourWeight ?? 0)
      return solveRidge(sum, penalties)
    })
  }

  return {
    predict(day) {
      const fitDay =
        refit === undefined ? day : Math.max(0, day - ((refit.firstDate + day) % refit.everyDays))
      if (fitDay !== fittedFor) fit(fitDay)
      if (learnedDays < (refit?.minDays ?? 0)) return new Float64Array(HOURS_PER_DAY).fill(NaN)
      const rows = features.tableWith(day)
      return Float64Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
        const at = (day * HOURS_PER_DAY + hour) * width
        const ofHour = coefficients[hour % count]
        return ofHour === undefined || Number.isNaN(rows[at]) ? NaN : dotProduct(ofHour, 0, rows, at, width)
      })
    },
  }
}
