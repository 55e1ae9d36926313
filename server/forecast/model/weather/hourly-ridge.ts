import { WEEK_DAYS } from '#contract/time.ts'
import { type DayFeatures, type DayTable, tabulate } from '#server/forecast/model/history/day-table.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import type { RollingRidgeOptions } from '#server/forecast/model/regression/rolling-ridge.ts'

/** Of the hours before and after, in an hour's regression. */
const NEIGHBOUR_WEIGHT = 0.5
/** Days that a fit serves; coefficients hardly move within a month, and all past days need one. */
const REFIT_DAYS = 4 * WEEK_DAYS
/** Fewest days of weather and power. */
export const MIN_DAYS = 42

/**
 * Power from weather by a ridge regression for each hour with its neighbours. `firstDate` is the number of
 * the first row's day.
 */
export function createHourlyRidge(
  features: DayFeatures,
  target: DayTable,
  { firstDate, ...options }: Pick<RollingRidgeOptions, 'lambda' | 'unpenalised'> & { firstDate: number },
): DayTable {
  const ridge = createRollingRidge(features, target, {
    ...options,
    neighbourWeight: NEIGHBOUR_WEIGHT,
    firstDay: 0,
    refit: { everyDays: REFIT_DAYS, firstDate, minDays: MIN_DAYS },
  })
  return tabulate(ridge, target.days)
}
