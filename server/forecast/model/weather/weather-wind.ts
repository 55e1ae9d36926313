import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { describeHours, joinTables, type DayTable } from '#server/forecast/model/history/day-table.ts'
import { keepInRange, trackCeiling } from '#server/forecast/model/history/power-ceiling.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { leaveOutSurplus, type Surplus } from '#server/forecast/model/history/surplus.ts'

import { createHourlyRidge } from './hourly-ridge.ts'
import { season, type WeatherTables } from './weather-tables.ts'

/** Scales the features to about 1. */
const UNIT_MS = 8
const WIDTH = 16
const LAMBDA = 3
const MILD_C = 12

/** NaN without wind, or before enough is learned. */
export function createWeatherWind(
  history: PreparedHistory,
  weather: WeatherTables,
  surplus: Surplus,
): DayTable {
  const { grid } = history
  const power = leaveOutSurplus(history.quantities.wind.actual, surplus)

  const features = describeHours(grid.days, WIDTH, (day) => {
    const speeds = weather.windSpeedMs.upTo(day)
    const shares = weather.windPower.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    const [sine, cosine] = season(grid.firstDay + day)
    const last = (day + 1) * HOURS_PER_DAY - 1
    return (_, cell) => {
      const v = (speeds[cell] ?? NaN) / UNIT_MS
      const share = shares[cell] ?? NaN
      if (Number.isNaN(v + share)) return null
      const temperature = temperatures[cell] ?? NaN
      const warmth = Number.isNaN(temperature) ? 0 : (temperature - MILD_C) / 10
      const capped = Math.min(v, 2.5)
      return [
        1,
        v,
        v * v,
        capped * capped * capped,
        (near(speeds, cell, -1, last) / UNIT_MS) ** 2,
        (near(speeds, cell, 1, last) / UNIT_MS) ** 2,
        near(speeds, cell, -3, last) / UNIT_MS,
        near(speeds, cell, 3, last) / UNIT_MS,
        sine,
        cosine,
        v * sine,
        v * cosine,
        v * warmth,
        share,
        near(shares, cell, -1, last),
        near(shares, cell, 1, last),
      ]
    }
  })
  const fromWeather = createHourlyRidge(features, power, {
    firstDate: grid.firstDay,
    lambda: LAMBDA,
    unpenalised: 1,
  })
  return joinTables(fromWeather, trackCeiling(history.quantities.wind), keepInRange)
}

/** Weather after `last` is not known, so the hour itself replaces it. */
function near(table: Float64Array, cell: number, step: number, last: number): number {
  const value = table[Math.max(0, Math.min(last, cell + step))] ?? NaN
  return Number.isNaN(value) ? (table[cell] ?? NaN) : value
}
