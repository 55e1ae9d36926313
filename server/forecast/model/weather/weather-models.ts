import { WEEK_DAYS } from '#contract/time.ts'
import { countDays, anomalies, lessEarlier, meanOfHours } from '#server/forecast/model/history/day-means.ts'
import { type DayTable, mapTable, perDay, rowOf } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import type { Surplus } from '#server/forecast/model/history/surplus.ts'

import { MIN_DAYS } from './hourly-ridge.ts'
import { createWeatherSolar } from './weather-solar.ts'
import { tabulateWeather, type WeatherTables } from './weather-tables.ts'
import { createWeatherWind } from './weather-wind.ts'

/** Today's, yesterday's and the day before's temperature: walls keep the warmth of days. */
const SLOW_SHARES = [0.5, 0.3, 0.2] as const

/** Drivers of load. Degrees of the slow temperature are daily. */
function degrees({ temperatureC, radiationWm2 }: WeatherTables): DayTable[] {
  const { days } = temperatureC
  const means = perDay(days, (day) => {
    const values = rowOf(temperatureC, day)
    return values.some(Number.isNaN) ? NaN : meanOfHours(values)
  })
  const slow = perDay(days, (day) => {
    const ofDays = means.upTo(day)
    return SLOW_SHARES.reduce((sum, share, back) => sum + share * (ofDays[day - back] ?? NaN), 0)
  })
  return [
    mapTable(slow, (temperature) => Math.max(0, 15 - temperature)),
    mapTable(slow, (temperature) => Math.max(0, 5 - temperature)),
    mapTable(temperatureC, (temperature) => Math.max(0, 15 - temperature)),
    mapTable(slow, (temperature) => Math.max(0, temperature - 20)),
    mapTable(temperatureC, (temperature) => Math.max(0, temperature - 22)),
    mapTable(radiationWm2, (radiation) => radiation / 100),
  ]
}

/** Number of degrees whose change from yesterday counts too. */
const CHANGING = 3

/** MW, as known on the morning before; NaN for missing. */
export type WeatherModels = NonNullable<ReturnType<typeof createWeatherModels>>

/** Null without weather. */
export function createWeatherModels(history: PreparedHistory, surplus: Surplus) {
  if (history.weather === null) return null
  const weather = tabulateWeather(history.weather)
  const felt = degrees(weather)
  const knownDays = countDays(weather.temperatureC)
  return {
    solar: createWeatherSolar(history, weather, surplus),
    wind: createWeatherWind(history, weather, surplus),
    /** For the error of the TSO's load. */
    loadError: [...felt.map(anomalies), ...felt.slice(0, CHANGING).map((table) => lessEarlier(table, 1))],
    loadAgainstLastWeek: felt.map((table) => lessEarlier(table, WEEK_DAYS)),
    /** Enough days before have a temperature too. */
    isKnownToLoad(day: number): boolean {
      const days = knownDays.upTo(day)
      return (days[day] ?? 0) > Math.max(MIN_DAYS, days[day - 1] ?? 0)
    },
  }
}
