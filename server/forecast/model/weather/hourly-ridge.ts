import { WEEK_DAYS } from '#contract/time.ts'
import { type DayFeatures, type DayTable, tabulate } from '#server/forecast/model/history/day-table.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import type { RollingRidgeOptions } from '#server/forecast/model/regression/rolling-ridge.ts'

/** Weight of the hours before and after in an hour's regression. */
const NEIGHBOUR_WEIGHT = 0.5
/** Days that a fit serves: it is needed for every day of the past, and its coefficients hardly move within a month. */
const REFIT_DAYS = 4 * WEEK_DAYS
/** Days of weather and power from which a regression says something. */
export const MIN_DAYS = 42

/** Power as it follows the weather: by a ridge regression of each hour of a day with those beside it. `firstDate` numbers the first row's day. */
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
