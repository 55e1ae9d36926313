import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createDemoWeatherSource } from '#server/sources/demo/demo-weather-source.ts'
import { createOpenMeteoSource } from '#server/sources/open-meteo/open-meteo-source.ts'

import type { WeatherSource } from './weather-source.ts'

/** The source of weather that the settings name, null for none. Invented values come with invented weather. */
export function createConfiguredWeather(config: Config, clock: Clock): WeatherSource | null {
  if (config.SOURCE === 'demo') return createDemoWeatherSource({ clock })
  if (config.WEATHER === 'off') return null
  return createOpenMeteoSource({
    url: config.WEATHER_URL,
    historyUrl: config.WEATHER_HISTORY_URL,
    key: config.WEATHER_KEY,
    model: config.WEATHER_MODEL,
    clock,
  })
}
