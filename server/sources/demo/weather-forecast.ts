import { HOUR_MS } from '#server/series/series.ts'
import type { PointWeather } from '#server/sources/weather-source.ts'

import type { DemoArea } from './areas.ts'
import { temperatureC } from './load.ts'
import { addSmoothNoise, normal, seedOf, shifted, type Ticks } from './noise.ts'
import { clearSkyRadiation, cloudTransmission } from './solar.ts'
import { windSpeedMs } from './wind.ts'

/** One part of an error: how long it lasts and how large it is. */
type ErrorPart = readonly [hours: number, deviation: number]

/**
 * Day-ahead errors of the means of a country. Temperature: a part that lasts a day and one that lasts some hours, 0.6 K; wind: 0.5
 * m/s; radiation: 8 % of its mean, as errors of the share that clouds let through.
 */
const TEMPERATURE_ERROR: readonly ErrorPart[] = [
  [36, 0.6],
  [8, 0.24],
]
const WIND_ERROR: readonly ErrorPart[] = [[14, 0.5]]
const CLEARNESS_ERROR: readonly ErrorPart[] = [
  [30, 0.0675],
  [5, 0.06],
]

function error(name: string, area: DemoArea, ticks: Ticks, parts: readonly ErrorPart[]): Float64Array {
  const sum = new Float64Array(ticks.count)
  for (const [hours, deviation] of parts) {
    const seed = seedOf(`${name} ${hours} ${area.code}`)
    addSmoothNoise(sum, ticks, hours * HOUR_MS, deviation, (node) => normal(seed, node))
  }
  return sum
}

/** Clear and overcast skies are forecast better than what lies between. */
function damping(clearness: number): number {
  return Math.min(1, Math.max(0.25, 4 * clearness * (1.05 - clearness)))
}

/** What a weather service would say on the day before of the demo's weather: means of the hours that begin at each tick. */
export function demoWeatherForecast(area: DemoArea, ticks: Ticks): PointWeather {
  const middle = shifted(ticks, ticks.stepMs / 2)
  const temperatureError = error('temperature forecast', area, middle, TEMPERATURE_ERROR)
  const windError = error('wind forecast', area, middle, WIND_ERROR)
  const clearnessError = error('radiation forecast', area, middle, CLEARNESS_ERROR)
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
