import { countDays } from '#server/forecast/model/history/day-means.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'

import { MIN_DAYS } from './hourly-ridge.ts'
import { unusualWeather, weatherAgainstLastWeek } from './load-weather.ts'
import { createWeatherSolar } from './weather-solar.ts'
import { tabulateWeather } from './weather-tables.ts'
import { createWeatherWind } from './weather-wind.ts'
import { createSurplusFilter } from './without-surplus.ts'

/** What the forecast weather of an area says, day by day as it was known on the morning before; MW, NaN for nothing. */
export interface WeatherModels {
  solar: DayTable
  wind: DayTable
  /** What the error of the TSO's load forecast may follow, in any unit. */
  loadError: readonly DayTable[]
  /** The same for how load differs from last week's. */
  loadAgainstLastWeek: readonly DayTable[]
  /** Whether load can follow the weather of a day: its temperature is there, and that of enough days before. */
  isKnownToLoad(day: number): boolean
}

/** Null where no weather is known. Nothing is computed before it is asked for. */
export function createWeatherModels(history: PreparedHistory, surplus: DayTable): WeatherModels | null {
  if (history.weather === null) return null
  const weather = tabulateWeather(history.weather)
  const leaveOutSurplus = createSurplusFilter(surplus)
  const solar = createWeatherSolar(history, weather, leaveOutSurplus)
  const wind = createWeatherWind(history, weather, leaveOutSurplus)
  const knownDays = countDays(weather.temperatureC)
  return {
    solar,
    wind,
    loadError: unusualWeather(weather),
    loadAgainstLastWeek: weatherAgainstLastWeek(weather),
    isKnownToLoad(day) {
      const days = knownDays.upTo(day)
      return (days[day] ?? 0) > Math.max(MIN_DAYS, days[day - 1] ?? 0)
    },
  }
}
