import { HOURS_PER_DAY, weekday } from '#server/forecast/model/history/day-grid.ts'
import {
  countDays,
  LATEST_HOURS,
  MONTH_DAYS,
  meanOfHours,
  meanOfLast,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import {
  type DayFeatures,
  type DayModel,
  rememberDays,
  rowOf,
} from '#server/forecast/model/history/day-table.ts'
import { createGaussianProcess } from '#server/forecast/model/regression/gaussian-process.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

import { createHourFeatures, tabulateErrors, type ErrorInputs, type ErrorTables } from './error-features.ts'

const QUARTERS = [0, 6, 12, 18] as const
const SUN_HOURS = [6, 10, 14] as const
const WIND_HOURS = [0, 8, 16] as const

/** Mean of some hours of a day, all of which must have a value. */
function meanOfAll(table: Float64Array, day: number, from: number, to: number): number {
  let sum = 0
  for (let hour = from; hour < to; hour++) sum += table[day * HOURS_PER_DAY + hour] ?? NaN
  return sum / (to - from)
}

/** Features of a whole day, for finding similar days. Some are NaN if the day's forecast is incomplete. */
function createDayFeatures(tables: ErrorTables): DayFeatures {
  const { firstDay, knownHours, solarAnomaly, wind, windAnomaly } = tables
  const describe = (day: number): number[] => {
    const error = tables.error.upTo(day - 2)
    const errorWeek = tables.errorWeek.upTo(day - 2)
    const errorMonth = tables.errorMonth.upTo(day - 2)
    const firstHoursError = tables.firstHoursError.upTo(day - 1)
    const anomaly = tables.anomaly.upTo(day)
    const forecast = tables.forecast.upTo(day)
    const morning = meanOfHours(firstHoursError, day - 1, 0, knownHours)
    const features = [
      morning,
      meanOfLast(firstHoursError, day - 1, knownHours, LATEST_HOURS) - morning,
      meanOfLast(firstHoursError, day - 1, knownHours, 1),
    ]
    for (const from of QUARTERS) {
      const to = from + 6
      features.push(
        meanOfHours(error, day - 2, from, to),
        meanOfHours(errorWeek, day - 2, from, to),
        meanOfHours(errorMonth, day - 2, from, to),
        meanOfAll(anomaly, day, from, to),
        meanOfAll(forecast, day, from, to) - meanOfAll(forecast, day - 1, from, to),
      )
    }
    for (let k = 0; k < WEEK_DAYS; k++) features.push(weekday(firstDay + day) === k ? 1 : 0)
    if (solarAnomaly !== null)
      for (const from of SUN_HOURS) features.push(meanOfHours(solarAnomaly.upTo(day), day, from, from + 4))
    if (wind !== null && windAnomaly !== null) {
      for (const from of WIND_HOURS) features.push(meanOfHours(windAnomaly.upTo(day), day, from, from + 8))
      const winds = wind.upTo(day)
      const change = meanOfAll(winds, day, 0, HOURS_PER_DAY) - meanOfAll(winds, day - 1, 0, HOURS_PER_DAY)
      features.push(zeroIfMissing(change))
    }
    return features
  }
  const width =
    3 +
    5 * QUARTERS.length +
    WEEK_DAYS +
    (solarAnomaly ? SUN_HOURS.length : 0) +
    (windAnomaly ? WIND_HOURS.length + 1 : 0)
  return {
    width,
    tableWith: rememberDays(tables.error.days, width, (table, start, day) => table.set(describe(day), start)),
  }
}

/** What similar days count in the mean of both views; measured in docs/forecast.md. */
const SIMILAR_DAYS_WEIGHT = 0.3

/** Days of history from which the regressions are trusted at all, and fully. */
const FIRST_TRUSTED_DAYS = 14
const FULLY_TRUSTED_DAYS = 56
/** Penalty of the regression, in rows. */
const LAMBDA = 20
/** Days before this row have no lags worth learning from. */
const FIRST_DAY = 6
/** Days of error at which the mean error counts half. */
const MEAN_ERROR_HALF_DAYS = 7

/** The expected error of the TSO's load forecast, by a ridge and by similar days. A short history has only the mean error of the hour. */
export function createLoadCorrection(inputs: ErrorInputs): DayModel {
  const tables = tabulateErrors(inputs)
  const ridge = createRollingRidge(createHourFeatures(tables), inputs.error, {
    neighbourWeight: 0,
    lambda: LAMBDA,
    unpenalised: 1,
    firstDay: FIRST_DAY,
  })
  const similarDays = createGaussianProcess(createDayFeatures(tables), inputs.error, inputs.firstDay)
  const history = countDays(inputs.error)

  return {
    predict(day) {
      const days = history.upTo(day - 2)[day - 2] ?? 0
      const errorMonth = rowOf(tables.errorMonth, day - 2)
      const trust = Math.min(
        1,
        Math.max(0, (days - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)),
      )
      const ofRidge = ridge.predict(day)
      const ofSimilarDays = similarDays.predict(day)
      return ofRidge.map((value, hour) => {
        const mean = errorMonth[hour] ?? NaN
        const counted = Math.min(days, MONTH_DAYS)
        const simple = Number.isNaN(mean) ? 0 : (mean * counted) / (counted + MEAN_ERROR_HALF_DAYS)
        if (trust === 0 || Number.isNaN(value)) return simple
        const step = (ofSimilarDays[hour] ?? NaN) - value
        const both = Number.isNaN(step) ? value : value + SIMILAR_DAYS_WEIGHT * step
        return trust * both + (1 - trust) * simple
      })
    },
  }
}
