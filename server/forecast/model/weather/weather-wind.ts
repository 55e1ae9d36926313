import { type DayGrid, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import {
  LATEST_HOURS,
  meanOfHours,
  meanOfLast,
  MONTH_WEEKS,
  trailingMeans,
  zeroIfMissing,
} from '#server/forecast/model/history/day-means.ts'
import {
  describeHours,
  joinTables,
  mapTable,
  type DayTable,
  rowOf,
  subtractTables,
} from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { keepInRange, trackCeiling } from '#server/forecast/model/power-ceiling.ts'
import { leaveOutSurplus, type Surplus } from '#server/forecast/model/surplus.ts'

import { trackFleet } from './fleet-size.ts'
import { createHourlyRidge } from './hourly-ridge.ts'
import { season, type WeatherTables } from './weather-tables.ts'

/** Any speed that makes the features of the size of one. */
const UNIT_MS = 8
const WIDTH = 16
const LAMBDA = 3
const ERROR_WIDTH = 6
const ERROR_LAMBDA = 20
const FLEET_DAYS = 365
const MILD_C = 12

/** Wind power from the forecast weather, MW; NaN where the wind of an hour is not forecast or too little is learned yet. */
export function createWeatherWind(
  history: PreparedHistory,
  weather: WeatherTables,
  surplus: Surplus,
): DayTable {
  const { grid } = history
  const { actual, firstHoursActual } = history.quantities.wind
  const power = leaveOutSurplus(actual, surplus)
  const fleet = trackFleet(power, ofOneMw(weather.windSpeedMs), FLEET_DAYS)

  const features = describeHours(grid.days, WIDTH, (day) => {
    const speeds = weather.windSpeedMs.upTo(day)
    const shares = weather.windPower.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    const size = fleet.upTo(day)[day] ?? NaN
    const [sine, cosine] = season(grid.firstDay + day)
    const last = (day + 1) * HOURS_PER_DAY - 1
    return (_, cell) => {
      const v = (speeds[cell] ?? NaN) / UNIT_MS
      const share = shares[cell] ?? NaN
      // A neighbour that is missing counts as the hour itself.
      if (Number.isNaN(size + v + share)) return null
      const temperature = temperatures[cell] ?? NaN
      const warmth = Number.isNaN(temperature) ? 0 : (temperature - MILD_C) / 10
      const capped = Math.min(v, 2.5)
      return [
        size,
        size * v,
        size * v * v,
        size * capped * capped * capped,
        size * (near(speeds, cell, -1, last) / UNIT_MS) ** 2,
        size * (near(speeds, cell, 1, last) / UNIT_MS) ** 2,
        (size * near(speeds, cell, -3, last)) / UNIT_MS,
        (size * near(speeds, cell, 3, last)) / UNIT_MS,
        size * sine,
        size * cosine,
        size * v * sine,
        size * v * cosine,
        size * v * warmth,
        size * share,
        size * near(shares, cell, -1, last),
        size * near(shares, cell, 1, last),
      ]
    }
  })
  const fromWeather = createHourlyRidge(features, power, {
    firstDate: grid.firstDay,
    lambda: LAMBDA,
    unpenalised: 1,
  })
  const ceilingMw = trackCeiling(history.quantities.wind, fleet)
  return correctRecentError(grid, {
    forecast: joinTables(fromWeather, ceilingMw, keepInRange),
    actual: power,
    firstHoursActual: leaveOutSurplus(firstHoursActual, surplus),
    fleet,
    ceilingMw,
  })
}

/** The value some hours before or after, or else that of the hour itself: the weather of the day after `last` is not known. */
function near(table: Float64Array, cell: number, step: number, last: number): number {
  const value = table[Math.max(0, Math.min(last, cell + step))] ?? NaN
  return Number.isNaN(value) ? (table[cell] ?? NaN) : value
}

/** Power of a turbine of one MW, up to a factor that is the same for all. */
function ofOneMw(speedsMs: DayTable): DayTable {
  return mapTable(speedsMs, (speed) => 3 * Math.min(speed / UNIT_MS, 2.2) ** 2)
}

interface OwnForecast {
  /** MW, of every day as it was forecast back then. */
  forecast: DayTable
  actual: DayTable
  firstHoursActual: DayTable
  /** MW, one number a row. */
  fleet: DayTable
  ceilingMw: DayTable
}

/** A forecast less the error that it has been making lately. It also carries over when the weather's model changes. */
function correctRecentError({ firstDay, days }: DayGrid, own: OwnForecast): DayTable {
  const error = subtractTables(own.actual, own.forecast)
  const firstHoursError = subtractTables(own.firstHoursActual, own.forecast)
  const errorWeek = trailingMeans(error, 1)
  const errorMonth = trailingMeans(error, MONTH_WEEKS)
  const features = describeHours(days, ERROR_WIDTH, (day) => {
    const thisMorning = rowOf(firstHoursError, day - 1)
    const weekErrors = errorWeek.upTo(day - 2)
    const monthErrors = errorMonth.upTo(day - 2)
    const forecasts = own.forecast.upTo(day)
    const size = own.fleet.upTo(day)[day] ?? NaN
    const morning = meanOfHours(thisMorning)
    const latest = meanOfLast(thisMorning, LATEST_HOURS)
    return (_, cell) => {
      const dayBefore = cell - 2 * HOURS_PER_DAY
      const forecast = forecasts[cell] ?? NaN
      return [
        Number.isNaN(forecast) ? NaN : size,
        morning,
        latest,
        zeroIfMissing(weekErrors[dayBefore]),
        zeroIfMissing(monthErrors[dayBefore]),
        (morning * forecast) / size,
      ]
    }
  })
  const expected = createHourlyRidge(features, error, {
    firstDate: firstDay,
    lambda: ERROR_LAMBDA,
    unpenalised: 0,
  })
  const corrected = joinTables(own.forecast, expected, (mw, errorMw) => mw + zeroIfMissing(errorMw))
  return joinTables(corrected, own.ceilingMw, keepInRange)
}
