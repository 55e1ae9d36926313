import type { MemberCode } from '#contract/areas.ts'
import type { Clock } from '#server/clock.ts'
import { HOUR_MS, MINUTE_MS, type Span } from '#server/series/series.ts'
import type { PointWeather, WeatherPoint, WeatherRun, WeatherSource } from '#server/sources/weather-source.ts'

import { DEMO_AREAS, type DemoArea } from './areas.ts'
import { temperatureC } from './load.ts'
import { type NoisePart, type Ticks, noise, shifted } from './noise.ts'
import { clearSkyRadiation, cloudTransmission } from './sun.ts'
import { OFFSHORE_SPEED, windSpeedMs } from './wind.ts'

/** Day-ahead errors of the means of a country: of temperature 0.6 K, wind 0.5 m/s, radiation 8 % of its mean, as errors of what clouds let through. */
const TEMPERATURE_ERROR: readonly NoisePart[] = [
  [36, 0.6],
  [8, 0.24],
]
const WIND_ERROR: readonly NoisePart[] = [[14, 0.5]]
const CLEARNESS_ERROR: readonly NoisePart[] = [
  [30, 0.0675],
  [5, 0.06],
]

/** Clear and overcast skies are forecast better than what lies between. */
function damping(clearness: number): number {
  return Math.min(1, Math.max(0.25, 4 * clearness * (1.05 - clearness)))
}

/** What a weather service would say on the day before of the demo's weather: means of the hours that begin at each tick. */
function demoWeatherForecast(area: DemoArea, ticks: Ticks): PointWeather {
  const middle = shifted(ticks, ticks.stepMs / 2)
  const temperatureError = noise('temperature forecast', area.code, middle, TEMPERATURE_ERROR)
  const windError = noise('wind forecast', area.code, middle, WIND_ERROR)
  const clearnessError = noise('radiation forecast', area.code, middle, CLEARNESS_ERROR)
  const transmission = cloudTransmission(area, middle)
  const clearSky = clearSkyRadiation(area, middle)
  return {
    temperatureC: temperatureC(area, middle).map((celsius, hour) => celsius + (temperatureError[hour] ?? 0)),
    windSpeedMs: windSpeedMs(area, middle).map((speed, hour) => Math.max(0, speed + (windError[hour] ?? 0))),
    radiationWm2: transmission.map((clearness, hour) => {
      const wrong = clearness + damping(clearness) * (clearnessError[hour] ?? 0)
      return (clearSky[hour] ?? 0) * Math.min(1, Math.max(0.05, wrong))
    }),
  }
}

/** As often and as late as real weather models. */
const RUN_EVERY_MS = 6 * HOUR_MS
const DELAY_MS = 5 * HOUR_MS + 30 * MINUTE_MS

/** The forecasts learn next to nothing from older weather, and the first start should be quick. */
const PAST_DAYS = 400

const AREAS = new Map(DEMO_AREAS.map((area) => [area.code, area]))

function newestRun(now: number): WeatherRun {
  const runUtc = Math.floor((now - DELAY_MS) / RUN_EVERY_MS) * RUN_EVERY_MS
  return { runUtc, readyAtUtc: runUtc + DELAY_MS }
}

/** Weather of the points of one area: the area's own, and stronger wind at sea. */
function weatherOf(code: MemberCode, ticks: Ticks): { land: PointWeather; sea: PointWeather } {
  const area = AREAS.get(code)
  if (area === undefined) throw new Error(`the demo does not know ${code}`)
  const land = demoWeatherForecast(area, ticks)
  return { land, sea: { ...land, windSpeedMs: land.windSpeedMs.map((speed) => speed * OFFSHORE_SPEED) } }
}

function weatherAt(points: readonly WeatherPoint[], { fromUtc, toUtc }: Span): PointWeather[] {
  const ticks = { fromUtc, stepMs: HOUR_MS, count: (toUtc - fromUtc) / HOUR_MS }
  const codes = new Set(points.map(({ area }) => area))
  const areas = new Map([...codes].map((area) => [area, weatherOf(area, ticks)]))
  return points.flatMap(({ area, isOffshore }) => areas.get(area)?.[isOffshore ? 'sea' : 'land'] ?? [])
}

/** Forecasts of what drives the demo's wind, sun and load, with the error of a day-ahead forecast. All runs say the same of an hour. */
export function createDemoWeatherSource({ clock }: { clock: Clock }): WeatherSource {
  return {
    name: 'demo',
    label: 'Demo data',
    credit: null,
    isDemo: true,
    model: 'demo',
    newestRun: async () => newestRun(clock()),
    async fetch(points, span, signal) {
      signal.throwIfAborted()
      return { points: weatherAt(points, span), runUtc: newestRun(clock()).runUtc }
    },
    pastDays: PAST_DAYS,
    async fetchPast(points, span, signal) {
      signal.throwIfAborted()
      return weatherAt(points, span)
    },
  }
}
