import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { isDayMissing, MONTH_DAYS } from '#server/forecast/model/history/day-means.ts'
import {
  joinTables,
  describeHours,
  ifWhole,
  rememberDays,
  createDayTable,
  type DayTable,
} from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { keepInRange, trackCeiling } from '#server/forecast/model/power-ceiling.ts'
import type { LeaveOutSurplus } from '#server/forecast/model/surplus.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { sumTogether, trackFleet } from './fleet-size.ts'
import { createHourlyRidge } from './hourly-ridge.ts'
import { sunHeight } from './sun-height.ts'
import { season, type WeatherTables } from './weather-tables.ts'

const WIDTH = 10
/** Penalty in rows, which are hours of daylight. */
const LAMBDA = 2.5
const FLEET_DAYS = 60
/** Radiation under a clear sky with the sun overhead, W/m². */
const CLEAR_SKY_WM2 = 950
/** Below this clear-sky radiation the share of it that arrives says nothing, W/m². */
const DUSK_WM2 = 20
const MILD_C = 12
/** Mean days that the scale of the last month counts as seen without error. */
const SCALE_PRIOR_DAYS = 7

/** Solar power from the forecast weather, MW; NaN where the radiation of an hour is not forecast or too little is learned yet. */
export function createWeatherSolar(
  history: PreparedHistory,
  weather: WeatherTables,
  leaveOutSurplus: LeaveOutSurplus,
): DayTable {
  const { grid, latitude, longitude } = history
  const power = leaveOutSurplus(history.quantities.solar.actual)
  const onModules = joinTables(weather.radiationWm2, weather.temperatureC, (radiation, temperature) =>
    lessHeat(radiation, warmthOf(temperature)),
  )
  const fleet = trackFleet(power, onModules, FLEET_DAYS)
  const withClearSky = rememberDays(grid.days, HOURS_PER_DAY, (table, start) => {
    for (let cell = start; cell < start + HOURS_PER_DAY; cell++) {
      const slot = grid.slots[cell] ?? -1
      if (slot >= 0)
        table[cell] = CLEAR_SKY_WM2 * sunHeight(latitude, longitude, grid.startsAtUtc + slot * HOUR_MS)
    }
  })

  const features = describeHours(grid.days, WIDTH, (day) => {
    const radiations = weather.radiationWm2.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    const modules = onModules.upTo(day)
    const size = fleet.upTo(day)[day] ?? NaN
    const [sine, cosine] = season(grid.firstDay + day)
    const [first, last] = [day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY - 1]
    const clearSkies = withClearSky(day)
    if (isDayMissing(radiations, day)) return null
    return (_, cell) => {
      const clearSky = clearSkies[cell] ?? 0
      // A night hour has nothing to learn from.
      if (clearSky === 0) return null
      const radiation = radiations[cell] ?? NaN
      const module = modules[cell] ?? NaN
      const clearness = radiation / Math.max(DUSK_WM2, clearSky)
      const before = cell === first ? radiation : (radiations[cell - 1] ?? NaN)
      const after = cell === last ? radiation : (radiations[cell + 1] ?? NaN)
      return ifWhole([
        size * module,
        size * module * clearness,
        size * clearSky,
        size * module * sine,
        size * module * cosine,
        size * before,
        size * after,
        (size * radiation * (warmthOf(temperatures[cell] ?? NaN) - MILD_C)) / 10,
        size * clearSky * sine,
        size * clearSky * cosine,
      ])
    }
  })
  const ridge = createHourlyRidge(features, power, {
    firstDate: grid.firstDay,
    lambda: LAMBDA,
    unpenalised: 0,
  })
  const fromWeather = createDayTable(grid.days, (table, day) => {
    if (isDayMissing(weather.radiationWm2.upTo(day), day)) return
    const values = ridge.predict(day)
    if (isDayMissing(values, 0)) return
    const clearSkies = withClearSky(day)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const cell = day * HOURS_PER_DAY + hour
      table[cell] = (clearSkies[cell] ?? 0) > 0 ? Math.max(0, values[hour] ?? NaN) : 0
    }
  })
  const ceilingMw = trackCeiling(history.quantities.solar, fleet)
  const scaled = scaleToMonth(fromWeather, power)
  return createDayTable(grid.days, (table, day) => {
    const values = scaled.upTo(day)
    const ceiling = ceilingMw.upTo(day)[day] ?? NaN
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = keepInRange(values[cell] ?? NaN, ceiling)
  })
}

/** The temperature, or a mild one where it is missing, °C. */
function warmthOf(temperature: number): number {
  return Number.isNaN(temperature) ? MILD_C : temperature
}

/** Radiation as modules turn it into power: less by 0.4 % for each degree above 25 °C that it heats them to. */
function lessHeat(radiationWm2: number, temperatureC: number): number {
  return radiationWm2 * (1 - 0.004 * (temperatureC + 0.03 * radiationWm2 - 25))
}

/** A forecast by what came of it over the last month. */
function scaleToMonth(forecast: DayTable, actual: DayTable): DayTable {
  const sumsBefore = sumTogether(actual, forecast, MONTH_DAYS)
  return createDayTable(forecast.days, (table, day) => {
    const forecasts = forecast.upTo(day)
    if (isDayMissing(forecasts, day)) return
    const { first: actualSum, second: forecastSum, hours } = sumsBefore(day)
    const prior = hours === 0 ? 1 : (actualSum / hours) * HOURS_PER_DAY * SCALE_PRIOR_DAYS
    const scale = forecastSum + prior > 0 ? (actualSum + prior) / (forecastSum + prior) : 1
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = scale * (forecasts[cell] ?? NaN)
  })
}
