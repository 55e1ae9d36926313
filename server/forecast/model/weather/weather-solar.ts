import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { isAnyMissing, MONTH_DAYS } from '#server/forecast/model/history/day-means.ts'
import { rememberDays } from '#server/forecast/model/history/day-rows.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { trackFleet } from './fleet-size.ts'
import { season } from './season.ts'
import { sunHeight } from './sun-height.ts'
import type { WeatherTables } from './weather-tables.ts'
import { createWeeklyRidge } from './weekly-ridge.ts'
import type { LeaveOutSurplus } from './without-surplus.ts'

const WIDTH = 10
const LAMBDA = 5
const WINDOW_DAYS = 730
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
  const warmthOf = (temperature: number) => (Number.isNaN(temperature) ? MILD_C : temperature)
  const onModules = createDayTable(grid.days, (table, day) => {
    const radiation = weather.radiationWm2.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = lessHeat(radiation[cell] ?? NaN, warmthOf(temperatures[cell] ?? NaN))
  })
  const fleet = trackFleet(power, onModules, FLEET_DAYS)
  const clearSkyAt = (cell: number): number => {
    const slot = grid.slots[cell] ?? -1
    return slot < 0 ? 0 : CLEAR_SKY_WM2 * sunHeight(grid.startsAtUtc + slot * HOUR_MS, latitude, longitude)
  }

  const ofDay = rememberDays(grid.days, WIDTH * HOURS_PER_DAY, (day, rows) => {
    const radiations = weather.radiationWm2.upTo(day)
    const temperatures = weather.temperatureC.upTo(day)
    const modules = onModules.upTo(day)
    const size = fleet.upTo(day)[day] ?? NaN
    const [sine, cosine] = season(grid.firstDay + day)
    const start = day * HOURS_PER_DAY
    const last = start + HOURS_PER_DAY - 1
    for (let cell = start; cell <= last; cell++) {
      const radiation = radiations[cell] ?? NaN
      const module = modules[cell] ?? NaN
      const clearSky = clearSkyAt(cell)
      const clearness = radiation / Math.max(DUSK_WM2, clearSky)
      const at = (cell - start) * WIDTH
      const features = [
        module,
        module * clearness,
        clearSky,
        module * sine,
        module * cosine,
        cell === start ? radiation : (radiations[cell - 1] ?? NaN),
        cell === last ? radiation : (radiations[cell + 1] ?? NaN),
        (radiation * (warmthOf(temperatures[cell] ?? NaN) - MILD_C)) / 10,
        clearSky * sine,
        clearSky * cosine,
      ]
      for (let k = 0; k < WIDTH; k++) rows[at + k] = size * (features[k] ?? NaN)
      if (isAnyMissing(rows, at, at + WIDTH)) rows[at] = NaN
    }
  })
  const ridge = createWeeklyRidge({ width: WIDTH, ofDay }, power, {
    firstDay: grid.firstDay,
    windowDays: WINDOW_DAYS,
    lambda: LAMBDA,
    unpenalised: 0,
  })
  const fromWeather = createDayTable(grid.days, (table, day) => {
    for (const [hour, value] of ridge.predict(day).entries()) {
      const cell = day * HOURS_PER_DAY + hour
      table[cell] = clearSkyAt(cell) > 0 || Number.isNaN(value) ? Math.max(0, value) : 0
    }
  })
  return scaleToMonth(fromWeather, power)
}

/** Radiation as modules turn it into power: less by 0.4 % for each degree above 25 °C that it heats them to. */
function lessHeat(radiationWm2: number, temperatureC: number): number {
  return radiationWm2 * (1 - 0.004 * (temperatureC + 0.03 * radiationWm2 - 25))
}

/** A forecast by what came of it over the last month. */
function scaleToMonth(forecast: DayTable, actual: DayTable): DayTable {
  return createDayTable(forecast.days, (table, day) => {
    const values = actual.upTo(day - 2)
    const forecasts = forecast.upTo(day)
    let [came, said, hours] = [0, 0, 0]
    const to = (day - 1) * HOURS_PER_DAY
    for (let cell = Math.max(0, to - MONTH_DAYS * HOURS_PER_DAY); cell < to; cell++) {
      const value = values[cell] ?? NaN
      const ofHour = forecasts[cell] ?? NaN
      if (Number.isNaN(value + ofHour)) continue
      came += value
      said += ofHour
      hours++
    }
    const prior = hours === 0 ? 1 : (came / hours) * HOURS_PER_DAY * SCALE_PRIOR_DAYS
    const scale = said + prior > 0 ? (came + prior) / (said + prior) : 1
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = scale * (forecasts[cell] ?? NaN)
  })
}
