import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { countDays } from '#server/forecast/model/history/day-means.ts'
import type { DayModel } from '#server/forecast/model/regression/day-model.ts'
import { createGaussianProcess } from '#server/forecast/model/regression/gaussian-process.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

import { createDayFeatures } from './day-features.ts'
import { createHourFeatures, tabulateErrors, type ErrorInputs } from './error-features.ts'

/** The weights of the three views; measured in docs/forecast.md. */
const LONG_MEMORY_WEIGHT = 0.5
const SHORT_MEMORY_WEIGHT = 0.2
const LIKE_DAYS_WEIGHT = 0.3

/** Days of history from which the regressions are trusted at all, and fully. */
const FIRST_TRUSTED_DAYS = 14
const FULLY_TRUSTED_DAYS = 56
/** Days before this row have no lags worth learning from. */
const FIRST_DAY = 6
/** Days of error at which the mean error counts half. */
const MEAN_ERROR_HALF_DAYS = 7

/**
 * The expected error of the TSO's load forecast: the mean of three views that err differently. Regressions with a long memory,
 * with a short one, and the errors of days that were alike. A short history has only the mean error of the hour.
 */
export function createLoadCorrection(inputs: ErrorInputs): DayModel {
  const tables = tabulateErrors(inputs)
  const features = createHourFeatures(tables)
  const longMemory = createRollingRidge(features, inputs.error, {
    windowDays: 730,
    halfLifeDays: null,
    pooling: 'each hour',
    lambda: 20,
    unpenalised: 1,
    firstDay: FIRST_DAY,
  })
  const shortMemory = createRollingRidge(features, inputs.error, {
    windowDays: 540,
    halfLifeDays: 90,
    pooling: 'neighbouring hours',
    lambda: 30,
    unpenalised: 1,
    firstDay: FIRST_DAY,
  })
  const likeDays = createGaussianProcess(createDayFeatures(tables), inputs.error, inputs.firstDay)
  const history = countDays(inputs.error)

  return {
    predict(day) {
      const days = history.upTo(day - 2)[day - 2] ?? 0
      const errorMonth = tables.errorMonth.upTo(day - 2)
      const trust = Math.min(
        1,
        Math.max(0, (days - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)),
      )
      const long = longMemory.predict(day)
      const short = shortMemory.predict(day)
      const like = likeDays.predict(day)
      return long.map((value, hour) => {
        const mean = errorMonth[(day - 2) * HOURS_PER_DAY + hour] ?? NaN
        const seen = Math.min(days, 28)
        const simple = Number.isNaN(mean) ? 0 : (mean * seen) / (seen + MEAN_ERROR_HALF_DAYS)
        if (trust === 0 || Number.isNaN(value)) return simple
        const similar = like[hour] ?? NaN
        const likeWeight = Number.isNaN(similar) ? 0 : LIKE_DAYS_WEIGHT
        const sum =
          LONG_MEMORY_WEIGHT * value +
          SHORT_MEMORY_WEIGHT * (short[hour] ?? 0) +
          (likeWeight === 0 ? 0 : likeWeight * similar)
        const regression = sum / (LONG_MEMORY_WEIGHT + SHORT_MEMORY_WEIGHT + likeWeight)
        return trust * regression + (1 - trust) * simple
      })
    },
  }
}
