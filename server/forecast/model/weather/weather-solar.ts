import { HOUR_MS } from '#contract/time.ts'
import { type DayGrid, HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { MONTH_DAYS } from '#server/forecast/model/history/day-means.ts'
import {
  joinTables,
  describeHours,
  ifWhole,
  createDayTable,
  type DayFeatures,
  type DayTable,
  perDay,
  rowOf,
} from '#server/forecast/model/history/day-table.ts'
import { keepInRange, trackCeiling } from '#server/forecast/model/history/power-ceiling.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { leaveOutSurplus, type Surplus } from '#server/forecast/model/history/surplus.ts'

import { createHourlyRidge } from './hourly-ridge.ts'
import { sunHeight } from './sun-height.ts'
import { season, type WeatherTables } from './weather-tables.ts'

const WIDTH = 10
/** In rows, which are hours of daylight. */
const LAMBDA = 2.5
/** With the sun overhead, W/m². */
const CLEAR_SKY_WM2 = 950
/** Below this, W/m², the clearness is meaningless. */
const DUSK_WM2 = 20
const MILD_C = 12
/** Prior of the last month's scale: mean days without error. */
const SCALE_PRIOR_DAYS = 7

/** NaN without radiation, or before enough is learned. */
export function createWeatherSolar(
  history: PreparedHistory,
  weather: WeatherTables,
  surplus: Surplus,
): DayTable {
  const { grid } = history
  const power = leaveOutSurplus(history.quantities.solar.actual, surplus)
  const clearSky = tabulateClearSky(history)
  const byDaylight = createHourlyRidge(describeDaylight(grid, weather, clearSky), power, {
    firstDate: grid.firstDay,
    lambda: LAMBDA,
    unpenalised: 0,
  })
  const fromWeather = createDayTable(grid.days, (table, day) => {
    const [values, clearSkies] = [rowOf(byDaylight, day), rowOf(clearSky, day)]
    if (values.every(Number.isNaN)) return
    const withNights = values.map((mw, hour) => ((clearSkies[hour] ?? 0) > 0 ? Math.max(0, mw) : 0))
    table.set(withNights, day * HOURS_PER_DAY)
  })
  const ceilingMw = trackCeiling(history.quantities.solar)
  return joinTables(scaleToMonth(fromWeather, power), ceilingMw, keepInRange)
}

/** W/m²; 0 at night. */
function tabulateClearSky({ grid, place }: PreparedHistory): DayTable {
  return createDayTable(grid.days, (table, day) => {
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
      const slot = grid.slots[cell] ?? -1
      table[cell] = slot < 0 ? 0 : CLEAR_SKY_WM2 * sunHeight(place, grid.startsAtUtc + slot * HOUR_MS)
    }
  })
}

function describeDaylight(
  { days, firstDay }: DayGrid,
  { radiationWm2, temperatureC }: WeatherTables,
  clearSky: DayTable,
): DayFeatures {
  const onModules = joinTables(radiationWm2, temperatureC, (radiation, temperature) =>
    lessHeat(radiation, warmthOf(temperature)),
  )
  return describeHours(days, WIDTH, (day) => {
    const radiations = radiationWm2.upTo(day)
    const temperatures = temperatureC.upTo(day)
    const modules = onModules.upTo(day)
    const clearSkies = clearSky.upTo(day)
    const [sine, cosine] = season(firstDay + day)
    const [first, last] = [day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY - 1]
    return (_, cell) => {
      const ofSky = clearSkies[cell] ?? 0
      if (ofSky === 0) return null
      const radiation = radiations[cell] ?? NaN
      const module = modules[cell] ?? NaN
      const clearness = radiation / Math.max(DUSK_WM2, ofSky)
      const before = cell === first ? radiation : (radiations[cell - 1] ?? NaN)
      const after = cell === last ? radiation : (radiations[cell + 1] ?? NaN)
      return ifWhole([
        module,
        module * clearness,
        ofSky,
        module * sine,
        module * cosine,
        before,
        after,
        (radiation * (warmthOf(temperatures[cell] ?? NaN) - MILD_C)) / 10,
        ofSky * sine,
        ofSky * cosine,
      ])
    }
  })
}

/** °C; mild if missing. */
function warmthOf(temperature: number): number {
  return Number.isNaN(temperature) ? MILD_C : temperature
}

/** Modules lose 0.4 % for each degree above 25 °C. */
function lessHeat(radiationWm2: number, temperatureC: number): number {
  return radiationWm2 * (1 - 0.004 * (temperatureC + 0.03 * radiationWm2 - 25))
}

/** Scales by the ratio of actual to forecast over the last month. */
function scaleToMonth(forecast: DayTable, actual: DayTable): DayTable {
  const known: ReturnType<typeof sumTogether>[] = []
  const scales = perDay(forecast.days, (day) => {
    const sum = { actual: 0, forecast: 0, hours: 0 }
    for (let past = Math.max(0, day - 1 - MONTH_DAYS); past <= day - 2; past++) {
      const ofDay = (known[past] ??= sumTogether(actual, forecast, past))
      sum.actual += ofDay.actual
      sum.forecast += ofDay.forecast
      sum.hours += ofDay.hours
    }
    const prior = sum.hours === 0 ? 1 : (sum.actual / sum.hours) * HOURS_PER_DAY * SCALE_PRIOR_DAYS
    return sum.forecast + prior > 0 ? (sum.actual + prior) / (sum.forecast + prior) : 1
  })
  return joinTables(forecast, scales, (mw, scale) => scale * mw)
}

function sumTogether(actual: DayTable, forecast: DayTable, day: number) {
  const forecasts = rowOf(forecast, day)
  const sum = { actual: 0, forecast: 0, hours: 0 }
  for (const [hour, mw] of rowOf(actual, day).entries()) {
    const forecastMw = forecasts[hour] ?? NaN
    if (Number.isNaN(mw + forecastMw)) continue
    sum.actual += mw
    sum.forecast += forecastMw
    sum.hours++
  }
  return sum
}
