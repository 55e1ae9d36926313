import { WEEK_DAYS } from '#contract/time.ts'
import { HOURS_PER_DAY, isChristmas } from '#server/forecast/model/history/day-grid.ts'
import {
  countDays,
  LATEST_HOURS,
  MONTH_DAYS,
  meanOfHours,
  meanOfLast,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { addModel, createDayTable, rememberDays, rowOf } from '#server/forecast/model/history/day-table.ts'
import type { DayFeatures, DayModel, DayTable } from '#server/forecast/model/history/day-table.ts'
import { createGaussianProcess } from '#server/forecast/model/regression/gaussian-process.ts'
import { createRollingRidge } from '#server/forecast/model/regression/rolling-ridge.ts'

import { createHourFeatures, tabulateErrors, type ErrorInputs, type ErrorTables } from './error-features.ts'

const QUARTERS = [0, 6, 12, 18] as const
const SUN_HOURS = [6, 10, 14] as const
const WIND_HOURS = [0, 8, 16] as const

function meanOfAll(hours: Float64Array, from = 0, to = HOURS_PER_DAY): number {
  let sum = 0
  for (let hour = from; hour < to; hour++) sum += hours[hour] ?? NaN
  return sum / (to - from)
}

/** Some are NaN if the forecast is incomplete. */
function createDayFeatures(tables: ErrorTables): DayFeatures {
  const { weekdayOn, error, firstHoursError, forecast, anomaly, solarAnomaly, wind, windAnomaly } = tables
  const latest = (day: number, hours: number) => meanOfLast(rowOf(firstHoursError, day - 1), hours)
  const morning = (day: number) => latest(day, Infinity)
  const meanOf = (table: DayTable, back: number, from: number, to: number) => (day: number) =>
    meanOfHours(rowOf(table, day - back), from, to)
  const changeOf = (table: DayTable, day: number, from?: number, to?: number) =>
    meanOfAll(rowOf(table, day), from, to) - meanOfAll(rowOf(table, day - 1), from, to)
  const features: ((day: number) => number)[] = [
    morning,
    (day) => latest(day, LATEST_HOURS) - morning(day),
    (day) => latest(day, 1),
  ]
  for (const from of QUARTERS) {
    const to = from + 6
    features.push(
      meanOf(error, 2, from, to),
      meanOf(tables.errorWeek, 2, from, to),
      meanOf(tables.errorMonth, 2, from, to),
      (day) => meanOfAll(rowOf(anomaly, day), from, to),
      (day) => changeOf(forecast, day, from, to),
    )
  }
  for (let k = 0; k < WEEK_DAYS; k++) features.push((day) => (weekdayOn(day) === k ? 1 : 0))
  if (solarAnomaly !== null)
    features.push(...SUN_HOURS.map((from) => meanOf(solarAnomaly, 0, from, from + 4)))
  if (wind !== null && windAnomaly !== null) {
    features.push(...WIND_HOURS.map((from) => meanOf(windAnomaly, 0, from, from + 8)))
    features.push((day) => zeroIfMissing(changeOf(wind, day)))
  }
  const width = features.length
  const describe = (day: number) => features.map((valueOn) => valueOn(day))
  return {
    width,
    tableWith: rememberDays(error.days, width, (table, start, day) => table.set(describe(day), start)),
  }
}

/** Against the ridge. */
const SIMILAR_DAYS_WEIGHT = 0.3

/** Days from which the regressions count at all, and fully. */
const FIRST_TRUSTED_DAYS = 14
const FULLY_TRUSTED_DAYS = 56
/** Penalty in rows. */
const LAMBDA = 20
/** Earlier rows lack the lags to learn from. */
const FIRST_DAY = 6
/** Days of error at which the mean error counts half. */
const MEAN_ERROR_HALF_DAYS = 7

/** `plain` is for many past days: fitted seldom, without the costly similar days. */
export interface LoadModel extends DayModel {
  plain: DayModel
}

/** The forecast plus its expected error, by a ridge and similar days; the hour's mean error for a short history. */
export function createLoadModel(inputs: ErrorInputs): LoadModel {
  const tables = tabulateErrors(inputs)
  // Christmas would teach the other days wrong weights.
  const learnable = createDayTable(inputs.error.days, (table, day) => {
    if (!isChristmas(inputs.firstDay + day)) table.set(rowOf(inputs.error, day), day * HOURS_PER_DAY)
  })
  const ridge = createRollingRidge(createHourFeatures(tables), learnable, {
    neighbourWeight: 0,
    lambda: LAMBDA,
    unpenalised: 1,
    firstDay: FIRST_DAY,
  })
  const similarDays = createGaussianProcess(createDayFeatures(tables), inputs.error, inputs.firstDay)
  const history = countDays(inputs.error)

  const seldom = ridge.refitted({ everyDays: 2 * WEEK_DAYS, firstDate: inputs.firstDay, minDays: 0 })

  const expect = (day: number, ofRidge: Float64Array, ofSimilarDays: Float64Array | null): Float64Array => {
    const days = history.upTo(day - 2)[day - 2] ?? 0
    const errorMonth = rowOf(tables.errorMonth, day - 2)
    const trust = Math.min(
      1,
      Math.max(0, (days - FIRST_TRUSTED_DAYS) / (FULLY_TRUSTED_DAYS - FIRST_TRUSTED_DAYS)),
    )
    return ofRidge.map((value, hour) => {
      const mean = errorMonth[hour] ?? NaN
      const counted = Math.min(days, MONTH_DAYS)
      const simple = Number.isNaN(mean) ? 0 : (mean * counted) / (counted + MEAN_ERROR_HALF_DAYS)
      if (trust === 0 || Number.isNaN(value)) return simple
      const step = (ofSimilarDays?.[hour] ?? NaN) - value
      const both = Number.isNaN(step) ? value : value + SIMILAR_DAYS_WEIGHT * step
      return trust * both + (1 - trust) * simple
    })
  }
  return {
    ...addModel(inputs.forecast, {
      predict: (day) => expect(day, ridge.predict(day), similarDays.predict(day)),
    }),
    plain: addModel(inputs.forecast, { predict: (day) => expect(day, seldom.predict(day), null) }),
  }
}
