import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import {
  createNormalEquations,
  createRidgeRoom,
  scaledPenalties,
  solveRidge,
  sumNeighbours,
} from '#server/forecast/model/regression/ridge.ts'
import { addHours, createRowAdder } from '#server/forecast/model/regression/row-adder.ts'
import { dotProduct } from '#server/forecast/model/regression/vectors.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

/** What the hours before and after count in an hour's regression. */
const NEIGHBOUR_WEIGHT = 0.5
/** Hours of a day that make it count: those of daylight in winter are enough. */
const MIN_HOURS = 6
/** Days that a fit serves. */
const REFIT_DAYS = 4 * WEEK_DAYS
/** Days of weather and power from which a regression says something. */
export const MIN_DAYS = 42

export interface HourlyRidgeOptions {
  /** Number of the first row's day: fits are made on the same days, wherever a history begins. */
  firstDay: number
  /** Days that are learned from; those before are forgotten. */
  windowDays: number
  /** Penalty in rows; an hour of a day is a row. */
  lambda: number
  /** The first features, which are not penalised. */
  unpenalised: number
}

/**
 * Ridge regression of each hour of a day with those beside it, fitted again every four weeks: it is asked for every day of
 * the past, and its coefficients hardly move within a month. An hour with NaN in its first feature is not learned from and gets NaN.
 */
export function createHourlyRidge(
  features: DayFeatures,
  target: DayTable,
  { firstDay, windowDays, lambda, unpenalised }: HourlyRidgeOptions,
): DayModel {
  const { width } = features
  const ofHours = Array.from({ length: HOURS_PER_DAY }, () => createNormalEquations(width))
  const adders = ofHours.map(createRowAdder)
  const sum = createNormalEquations(width)
  const room = createRidgeRoom(width)
  let [from, to, learnedDays, fittedFor] = [0, 0, 0, -1]
  const coefficients = ofHours.map(() => new Float64Array(width))
  const expected = new Float64Array(HOURS_PER_DAY)
  let isFitted = false

  const learn = (day: number, weight: number): void => {
    if (addHours(adders, features, target, day, weight) >= MIN_HOURS) learnedDays += weight
  }
  const fit = (day: number): boolean => {
    for (; to <= day - 2; to++) learn(to, 1)
    for (; from < day - 1 - windowDays; from++) learn(from, -1)
    for (const adder of adders) adder.flush()
    if (learnedDays < MIN_DAYS) return false
    // One scale for all hours: a feature that is almost 0 in one gets no huge coefficient there.
    const penalties = scaledPenalties(ofHours, width, lambda, unpenalised)
    for (const [hour, solution] of coefficients.entries()) {
      sumNeighbours(sum, ofHours, hour, NEIGHBOUR_WEIGHT)
      solveRidge(sum, penalties, { ...room, solution })
    }
    return true
  }

  return {
    predict(day) {
      const fitDay = Math.max(0, day - ((firstDay + day) % REFIT_DAYS))
      if (fitDay !== fittedFor) {
        isFitted = fit(fitDay)
        fittedFor = fitDay
      }
      const rows = features.tableWith(day)
      expected.fill(NaN)
      if (!isFitted) return expected
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const ofHour = coefficients[hour]
        const at = (day * HOURS_PER_DAY + hour) * width
        if (ofHour && !Number.isNaN(rows[at])) expected[hour] = dotProduct(ofHour, 0, rows, at, width)
      }
      return expected
    },
  }
}
