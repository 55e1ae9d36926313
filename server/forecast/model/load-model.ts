import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays, MONTH_DAYS } from '#server/forecast/model/history/day-means.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { createGaussianProcess } from '#server/forecast/model/regression/gaussian-process.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

import { createDayFeatures } from './day-features.ts'
import { createHourFeatures, tabulateErrors, type ErrorInputs } from './error-features.ts'

/** What similar days count in the mean of both views; measured in docs/forecast.md. */
const SIMILAR_DAYS_WEIGHT = 0.3

/** Days of history from which the regressions are trusted at all, and fully. */
const FIRST_TRUSTED_DAYS = 14
const FULLY_TRUSTED_DAYS = 56
/** Memory and penalty of the regression. */
const WINDOW_DAYS = 730
const LAMBDA = 20
/** Days before this row have no lags worth learning from. */
const FIRST_DAY = 6
/** Days of error at which the mean error counts half. */
const MEAN_ERROR_HALF_DAYS = 7

/**
 * The expected error of the TSO's load forecast: the mean of a ridge regression for each hour and of the errors of similar days. A
 * short history has only the mean error of the hour.
 */
export function createLoadCorrection(inputs: ErrorInputs): DayModel {
  const tables = tabulateErrors(inputs)
  const ridge = createRollingRidge(createHourFeatures(tables), inputs.error, {
    neighbourWeight: 0,
    windowDays: WINDOW_DAYS,
    lambda: LAMBDA,
    unpenalised: 1,
    firstDay: FIRST_DAY,
  })
  const similarDays = createGaussianProcess(createDayFeatures(tables), inputs.error, inputs.firstDay)
  const history = countDays(inputs.error)

  return {
    predict(day) {
      const days = history.upTo(day - 2)[day - 2] ?? 0
      const errorMonth = tables.errorMonth.upTo(day - 2)
      const trust = Math.min(
        1,
        Math.max(0, (days - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)),
      )
      const ofRidge = ridge.predict(day)
      const ofSimilarDays = similarDays.predict(day)
      return ofRidge.map((value, hour) => {
        const mean = errorMonth[(day - 2) * HOURS_PER_DAY + hour] ?? NaN
        const seen = Math.min(days, MONTH_DAYS)
        const simple = Number.isNaN(mean) ? 0 : (mean * seen) / (seen + MEAN_ERROR_HALF_DAYS)
        if (trust === 0 || Number.isNaN(value)) return simple
        const step = (ofSimilarDays[hour] ?? NaN) - value
        const both = Number.isNaN(step) ? value : value + SIMILAR_DAYS_WEIGHT * step
        return trust * both + (1 - trust) * simple
      })
    },
  }
}
