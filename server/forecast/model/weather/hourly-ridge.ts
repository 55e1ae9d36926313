import type { DayFeatures, DayTable, DayModel } from '#server/forecast/model/history/day-table.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

/** What the hours before and after count in an hour's regression. */
const NEIGHBOUR_WEIGHT = 0.5
/** Days that a fit serves: it is needed for every day of the past, and its coefficients hardly move within a month. */
const REFIT_DAYS = 4 * WEEK_DAYS
/** Days of weather and power from which a regression says something. */
export const MIN_DAYS = 42

export interface HourlyRidgeOptions {
  /** Number of the first row's day. */
  firstDate: number
  /** Penalty in rows; an hour of a day is a row. */
  lambda: number
  /** The first features, which are not penalised. */
  unpenalised: number
}

/** How power follows the weather: a ridge regression of each hour of a day with those beside it. */
export function createHourlyRidge(
  features: DayFeatures,
  target: DayTable,
  { firstDate, lambda, unpenalised }: HourlyRidgeOptions,
): DayModel {
  return createRollingRidge(features, target, {
    neighbourWeight: NEIGHBOUR_WEIGHT,
    lambda,
    unpenalised,
    firstDay: 0,
    refit: { everyDays: REFIT_DAYS, firstDate, minDays: MIN_DAYS },
  })
}
