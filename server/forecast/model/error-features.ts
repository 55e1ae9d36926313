import { HOURS_PER_DAY, weekday } from '#server/forecast/model/history/day-grid.ts'
import {
  anomalies,
  curvatures,
  isAnyMissing,
  isDayMissing,
  meanOfHours,
  MONTH_WEEKS,
  slopes,
  trailingMeans,
  valueOrZero,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import { rememberDays, type DayFeatures } from '#server/forecast/model/history/day-rows.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
import { WEEK_DAYS } from '#server/series/series.ts'

/** The TSO's forecasts of wind and solar. */
export interface WindAndSolar {
  solar: DayTable
  wind: DayTable
}

/** What explains the error of a forecast, MW. */
export interface ErrorInputs {
  /** Number of the first row's day. */
  firstDay: number
  /** Hours of the day before whose actual values are known. */
  knownHours: number
  /** Actual − forecast, used up to two days before the delivery day. */
  error: DayTable
  /** The same, for the known hours of the day before. */
  firstHoursError: DayTable
  forecast: DayTable
  /** The TSO's forecasts of sun and wind, or null to do without. */
  windAndSolar: WindAndSolar | null
  /** What the error may follow of the weather by the hour or by the day, in any unit; a missing value counts as the usual, 0. */
  weather: readonly DayTable[]
}

export interface ErrorTables extends ErrorInputs {
  errorWeek: DayTable
  errorMonth: DayTable
  /** Forecast less its mean of the 28 days before. */
  anomaly: DayTable
  windAndSolarAnomaly: WindAndSolar | null
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

/** Where the seven weekdays stand among the features, and where they end. */
const WEEKDAYS_AT = 15
const PLAIN_WIDTH = WEEKDAYS_AT + WEEK_DAYS
const WIND_AND_SOLAR_WIDTH = 4
const SAME_WEEKDAYS = 4

/** Tables that only the features of hours need: the shape of the forecast, less its usual shape. */
interface ShapeTables {
  rampAnomaly: DayTable
  curvatureAnomaly: DayTable
}

/**
 * Features of the 24 hours of a day; an hour whose forecast is missing has NaN in its first, the constant.
 * They are: the error this morning, the last two days, week and month; the shape of the forecast; weekday; sun and wind; weather.
 */
export function createHourFeatures(tables: ErrorTables): DayFeatures {
  const { forecast, windAndSolar, weather } = tables
  const width = PLAIN_WIDTH + (windAndSolar === null ? 0 : WIND_AND_SOLAR_WIDTH) + weather.length
  const shape = {
    rampAnomaly: anomalies(slopes(forecast)),
    curvatureAnomaly: anomalies(curvatures(forecast)),
  }
  return {
    width,
    tableWith: rememberDays(forecast.days, HOURS_PER_DAY * width, (rows, start, day) => {
      fillHourFeatures(tables, shape, day, rows, start, width)
      fillWeatherFeatures(tables.weather, day, rows, start, width)
    }),
  }
}

function fillHourFeatures(
  tables: ErrorTables,
  shape: ShapeTables,
  day: number,
  rows: Float64Array,
  start: number,
  width: number,
): void {
  const { firstDay, knownHours } = tables
  const error = tables.error.upTo(day - 2)
  const errorWeek = tables.errorWeek.upTo(day - 2)
  const errorMonth = tables.errorMonth.upTo(day - 2)
  const firstHoursError = tables.firstHoursError.upTo(day - 1)
  const forecast = tables.forecast.upTo(day)
  const anomaly = tables.anomaly.upTo(day)
  const rampAnomaly = shape.rampAnomaly.upTo(day)
  const curvatureAnomaly = shape.curvatureAnomaly.upTo(day)
  const wind = tables.windAndSolar?.wind.upTo(day)
  const windAnomaly = tables.windAndSolarAnomaly?.wind.upTo(day)
  const solarAnomaly = tables.windAndSolarAnomaly?.solar.upTo(day)
  const morning = meanOfHours(firstHoursError, day - 1, 0, knownHours)
  const latest = meanOfHours(firstHoursError, day - 1, Math.max(0, knownHours - 3), knownHours) - morning
  const lastHour = zeroIfMissing(firstHoursError[(day - 1) * HOURS_PER_DAY + knownHours - 1])
  const restOfDayBefore = meanOfHours(error, day - 2, knownHours, HOURS_PER_DAY)
  const dayAnomaly = meanOfHours(anomaly, day, 0, HOURS_PER_DAY)
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
    const cell = day * HOURS_PER_DAY + hour
    const yesterday = cell - HOURS_PER_DAY
    const dayBefore = yesterday - HOURS_PER_DAY
    let sameWeekdays = 0
    for (let week = 1; week <= SAME_WEEKDAYS; week++)
      sameWeekdays += valueOrZero(error, cell - week * WEEK_DAYS * HOURS_PER_DAY) / SAME_WEEKDAYS
    const at = start + hour * width
    rows[at] = 1
    rows[at + 1] = morning
    rows[at + 2] = latest
    rows[at + 3] = lastHour
    rows[at + 4] = hour < knownHours ? valueOrZero(firstHoursError, yesterday) : valueOrZero(error, dayBefore)
    rows[at + 5] = restOfDayBefore
    rows[at + 6] = valueOrZero(errorWeek, dayBefore)
    rows[at + 7] = valueOrZero(errorMonth, dayBefore)
    rows[at + 8] = sameWeekdays
    rows[at + 9] = forecast[cell] ?? NaN
    rows[at + 10] = anomaly[cell] ?? NaN
    rows[at + 11] = dayAnomaly
    rows[at + 12] = (forecast[cell] ?? NaN) - (forecast[yesterday] ?? NaN)
    rows[at + 13] = rampAnomaly[cell] ?? NaN
    rows[at + 14] = curvatureAnomaly[cell] ?? NaN
    rows[at + WEEKDAYS_AT + weekday(firstDay + day)] = 1
    if (wind && windAnomaly && solarAnomaly) {
      const solar = solarAnomaly[cell] ?? NaN
      rows[at + PLAIN_WIDTH] = solar
      // More sun than usual is not the mirror image of less sun: many homes have their own panels.
      rows[at + PLAIN_WIDTH + 1] = Math.max(0, solar)
      rows[at + PLAIN_WIDTH + 2] = windAnomaly[cell] ?? NaN
      rows[at + PLAIN_WIDTH + 3] = (wind[cell] ?? NaN) - (wind[yesterday] ?? NaN)
    }
    if (isAnyMissing(rows, at, at + width)) rows[at] = NaN
  }
}

/** The last features of each hour; of a day without weather they stay 0. */
function fillWeatherFeatures(
  weather: readonly DayTable[],
  day: number,
  rows: Float64Array,
  start: number,
  width: number,
): void {
  const first = start + width - weather.length
  for (let k = 0; k < weather.length; k++) {
    const table = weather[k]
    const values = table?.upTo(day)
    if (table === undefined || values === undefined || isDayMissing(values, day, table.width)) continue
    const step = table.width === 1 ? 0 : 1
    for (let hour = 0, cell = day * table.width; hour < HOURS_PER_DAY; hour++, cell += step)
      rows[first + hour * width + k] = valueOrZero(values, cell)
  }
}
