import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { createDemoSource } from '#server/sources/demo/demo-source.ts'
import { createDemoWeatherSource } from '#server/sources/demo/demo-weather-source.ts'
import { createEnergyChartsSource } from '#server/sources/energy-charts/energy-charts-source.ts'
import { createEntsoeSource } from '#server/sources/entsoe/entsoe-source.ts'
import { createFileLibrary, type FileLibrary } from '#server/sources/entsoe/file-library.ts'
import { createOpenMeteoSource } from '#server/sources/open-meteo/open-meteo-source.ts'
import { createPublishedParts, forgetParts, type PublishedParts } from '#server/sources/read-feed.ts'
import type { Feed, Source } from '#server/sources/source.ts'
import type { WeatherSource } from '#server/sources/weather-source.ts'

/** `onNotice` receives the source's announcements and gaps, in sentences. */
export function createConfiguredSource(
  config: Config,
  clock: Clock,
  database: Database | null,
  onNotice?: (sentence: string, feed?: Feed) => void,
): Source | null {
  const { SOURCE, ENTSOE_URL, ENTSOE_TOKEN = '', ENERGY_CHARTS_URL, ENERGY_CHARTS_PACE_S: paceS } = config
  const parts = database === null ? forgetParts : createPublishedParts(database, SOURCE)
  const create: Record<Config['SOURCE'], () => Source | null> = {
    demo: () => createDemoSource({ clock }),
    entsoe() {
      const library = createConfiguredLibrary(config, clock, parts)
      return createEntsoeSource({ url: ENTSOE_URL, token: ENTSOE_TOKEN, clock, parts, library })
    },
    'energy-charts': () =>
      createEnergyChartsSource({ url: ENERGY_CHARTS_URL, paceS, clock, onNotice, parts }),
    none: () => null,
  }
  return create[SOURCE]()
}

/** ENTSO-E's File Library; null without a login. */
export function createConfiguredLibrary(
  config: Config,
  clock: Clock,
  parts: PublishedParts,
): FileLibrary | null {
  const { ENTSOE_FILES_URL: url, ENTSOE_SIGN_IN_URL: signInUrl } = config
  const { ENTSOE_USERNAME: username, ENTSOE_PASSWORD: password } = config
  if (username === undefined || password === undefined) return null
  return createFileLibrary({ url, signInUrl, username, password, clock, parts })
}

/** Demo data has demo weather. */
export function createConfiguredWeather(config: Config, clock: Clock): WeatherSource | null {
  if (config.SOURCE === 'demo') return createDemoWeatherSource({ clock })
  if (config.WEATHER === 'off') return null
  const { WEATHER_URL: url, WEATHER_HISTORY_URL: historyUrl, WEATHER_KEY: key, WEATHER_MODEL: model } = config
  return createOpenMeteoSource({ url, historyUrl, key, model, clock })
}
