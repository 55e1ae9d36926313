import { WEEK_DAYS } from '#contract/time.ts'
import { type DayFeatures, type DayTable, tabulate } from '#server/forecast/model/history/day-table.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import type { RollingRidgeOptions } from '#server/forecast/model/regression/rolling-ridge.ts'

/** Weight of the adjacent hours. */
const NEIGHBOUR_WEIGHT = 0.5
/** Coefficients hardly move within a month, and all past days need a fit. */
const REFIT_DAYS = 4 * WEEK_DAYS
/** Fewest days of weather and power. */
export const MIN_DAYS = 42

/** Each hour of the day with its neighbours. `firstDate` numbers the first row's day. */
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
