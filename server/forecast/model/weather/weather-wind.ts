import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { isAnyMissing } from '#server/forecast/model/history/day-means.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

import { trackFleet } from './fleet-size.ts'
import { correctRecentError } from './recent-error.ts'
import { season } from './season.ts'
import type { WeatherTables } from './weather-tables.ts'
import { createWeeklyRidge } from './weekly-ridge.ts'
import type { LeaveOutSurplus } from './without-surplus.ts'

/** Any speed that makes the features of the size of one. */
const UNIT_MS = 8
const WIDTH = 16
const LAMBDA = 3
const WINDOW_DAYS = 730
const FLEET_DAYS = 365
const MILD_C = 12

/** Wind power from the forecast weather, MW; NaN where the wind of an hour is not forecast or too little is learned yet. */
export function createWeatherWind(
  history: PreparedHistory,
  weather: WeatherTables,
  leaveOutSurplus: LeaveOutSurplus,
): DayTable {
  const { grid } = history
  const { actual, firstHoursActual } = history.quantities.wind
  const power = leaveOutSurplus(actual)
  const fleet = trackFleet(power, ofOneMw(weather.windSpeedMs), FLEET_DAYS)

  const ofDay = rememberDays(grid.days, WIDTH * HOURS_PER_DAY, (day, rows) => {
    const speeds = weather.windSpeedMs.upTo(day)
    const shares = weather.windPower.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    const size = fleet.upTo(day)[day] ?? NaN
    const [sine, cosine] = season(grid.firstDay + day)
    const start = day * HOURS_PER_DAY
    const last = start + HOURS_PER_DAY - 1
    for (let cell = start; cell <= last; cell++) {
      // The weather of the day after is not known: the last hours have their own as the next.
      const near = (table: Float64Array, step: number) => {
        const value = table[Math.max(0, Math.min(last, cell + step))] ?? NaN
        return Number.isNaN(value) ? (table[cell] ?? NaN) : value
      }
      const speedAt = (step: number) => near(speeds, step) / UNIT_MS
      const v = speedAt(0)
      const temperature = temperatures[cell] ?? NaN
      const warmth = Number.isNaN(temperature) ? 0 : (temperature - MILD_C) / 10
      const at = (cell - start) * WIDTH
      const features = [
        1,
        v,
        v * v,
        Math.min(v, 2.5) ** 3,
        speedAt(-1) ** 2,
        speedAt(1) ** 2,
        speedAt(-3),
        speedAt(3),
        sine,
        cosine,
        v * sine,
        v * cosine,
        v * warmth,
        shares[cell] ?? NaN,
        near(shares, -1),
        near(shares, 1),
      ]
      for (let k = 0; k < WIDTH; k++) rows[at + k] = size * (features[k] ?? NaN)
      if (isAnyMissing(rows, at, at + WIDTH)) rows[at] = NaN
    }
  })
  const ridge = createWeeklyRidge({ width: WIDTH, ofDay }, power, {
    firstDay: grid.firstDay,
    windowDays: WINDOW_DAYS,
    lambda: LAMBDA,
    unpenalised: 1,
  })
  const fromWeather = createDayTable(grid.days, (table, day) => {
    for (const [hour, value] of ridge.predict(day).entries())
      table[day * HOURS_PER_DAY + hour] = Math.max(0, value)
  })
  return correctRecentError(history, {
    forecast: fromWeather,
    actual: power,
    firstHoursActual: leaveOutSurplus(firstHoursActual),
    fleet,
  })
}

/** What a turbine of one MW makes, up to a factor that is the same for all. */
function ofOneMw(speedsMs: DayTable): DayTable {
  return createDayTable(speedsMs.days, (table, day) => {
    const speeds = speedsMs.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = 3 * Math.min((speeds[cell] ?? NaN) / UNIT_MS, 2.2) ** 2
  })
}
