import { WEEK_DAYS } from '#server/series/series.ts'

import { HOURS_PER_DAY, weekday } from '#server/forecast/model/history/day-grid.ts'
import {
  curvatures,
  isAnyMissing,
  meanOfHours,
  MONTH_WEEKS,
  slopes,
  trailingMeans,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { rememberDays, type DayFeatures } from '#server/forecast/model/history/day-rows.ts'

/** What the error of a forecast is explained by; tables row × 24 + hour, MW, NaN for missing. */
export interface ErrorInputs {
  /** Number of the first row's day. */
  firstDay: number
  /** Hours of the day before whose actual values are known. */
  knownHours: number
  /** Actual − forecast, looked at up to two days before. */
  error: Float64Array
  /** The same, looked at in the known hours of the day before. */
  morningError: Float64Array
  forecast: Float64Array
  /** The TSO's forecasts of sun and wind, or null to do without. */
  windAndSolar: { solar: Float64Array; wind: Float64Array } | null
}

export interface ErrorTables extends ErrorInputs {
  errorWeek: Float64Array
  errorMonth: Float64Array
  /** Forecast less its mean of the 28 days before. */
  anomaly: Float64Array
  windAndSolarAnomaly: { solar: Float64Array; wind: Float64Array } | null
}

/** A table less its mean of the 28 days before. */
function anomalies(table: Float64Array): Float64Array {
  const means = trailingMeans(table, MONTH_WEEKS)
  return table.map((value, cell) => value - (means[cell - HOURS_PER_DAY] ?? NaN))
}

/** What the features of hours and days share. */
export function tabulateErrors(inputs: ErrorInputs): ErrorTables {
  const { error, forecast, windAndSolar } = inputs
  return {
    ...inputs,
    errorWeek: trailingMeans(error, 1),
    errorMonth: trailingMeans(error, MONTH_WEEKS),
    anomaly: anomalies(forecast),
    windAndSolarAnomaly: windAndSolar && {
      solar: anomalies(windAndSolar.solar),
      wind: anomalies(windAndSolar.wind),
    },
  }
}

const PLAIN_WIDTH = 22
const WIND_AND_SOLAR_WIDTH = 4
const SAME_WEEKDAYS = 4

/** Tables that only the hours' features need: the shape of the forecast, less what is usual. */
interface ShapeTables {
  rampAnomaly: Float64Array
  curvatureAnomaly: Float64Array
}

/**
 * Features of the 24 hours of a day at `hour × width`; an hour whose forecast is missing has NaN in its first, the constant.
 * They are: the error this morning, the last two days, week and month; the shape of the forecast; weekday; sun and wind.
 */
export function createHourFeatures(tables: ErrorTables): DayFeatures {
  const { forecast, windAndSolar } = tables
  const width = PLAIN_WIDTH + (windAndSolar === null ? 0 : WIND_AND_SOLAR_WIDTH)
  const shape = {
    rampAnomaly: anomalies(slopes(forecast)),
    curvatureAnomaly: anomalies(curvatures(forecast)),
  }
  const days = forecast.length / HOURS_PER_DAY
  return {
    width,
    ofDay: rememberDays(days, HOURS_PER_DAY * width, (day, rows) =>
      fillHourFeatures(tables, shape, day, rows, width),
    ),
  }
}

function fillHourFeatures(
  tables: ErrorTables,
  { rampAnomaly, curvatureAnomaly }: ShapeTables,
  day: number,
  rows: Float64Array,
  width: number,
): void {
  const { firstDay, knownHours, error, morningError, forecast, errorWeek, errorMonth, anomaly } = tables
  const { windAndSolar, windAndSolarAnomaly } = tables
  const morning = meanOfHours(morningError, day - 1, 0, knownHours)
  const latest = meanOfHours(morningError, day - 1, Math.max(0, knownHours - 3), knownHours) - morning
  const lastHour = zeroIfMissing(morningError[(day - 1) * HOURS_PER_DAY + knownHours - 1])
  const restOfDayBefore = meanOfHours(error, day - 2, knownHours, HOURS_PER_DAY)
  const dayAnomaly = meanOfHours(anomaly, day, 0, HOURS_PER_DAY)
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const cell = day * HOURS_PER_DAY + hour
    const yesterday = cell - HOURS_PER_DAY
    const dayBefore = yesterday - HOURS_PER_DAY
    let sameWeekdays = 0
    for (let week = 1; week <= SAME_WEEKDAYS; week++)
      sameWeekdays += zeroIfMissing(error[cell - week * WEEK_DAYS * HOURS_PER_DAY]) / SAME_WEEKDAYS
    const values = [
      1,
      morning,
      latest,
      lastHour,
      zeroIfMissing(hour < knownHours ? morningError[yesterday] : error[dayBefore]),
      restOfDayBefore,
      zeroIfMissing(errorWeek[dayBefore]),
      zeroIfMissing(errorMonth[dayBefore]),
      sameWeekdays,
      forecast[cell] ?? NaN,
      anomaly[cell] ?? NaN,
      dayAnomaly,
      (forecast[cell] ?? NaN) - (forecast[yesterday] ?? NaN),
      rampAnomaly[cell] ?? NaN,
      curvatureAnomaly[cell] ?? NaN,
    ]
    const at = hour * width
    for (let k = 0; k < values.length; k++) rows[at + k] = values[k] ?? NaN
    rows[at + values.length + weekday(firstDay + day)] = 1
    if (windAndSolarAnomaly !== null && windAndSolar !== null) {
      const solar = windAndSolarAnomaly.solar[cell] ?? NaN
      rows[at + PLAIN_WIDTH] = solar
      // More sun than usual does not mirror less: homes with panels of their own.
      rows[at + PLAIN_WIDTH + 1] = Math.max(0, solar)
      rows[at + PLAIN_WIDTH + 2] = windAndSolarAnomaly.wind[cell] ?? NaN
      rows[at + PLAIN_WIDTH + 3] = (windAndSolar.wind[cell] ?? NaN) - (windAndSolar.wind[yesterday] ?? NaN)
    }
    if (isAnyMissing(rows, at, at + width)) rows[at] = NaN
  }
}
