import { DAY_MS } from '#server/series/series.ts'

import type { DemoArea } from './areas.ts'
import { noise, type NoisePart, type Ticks } from './noise.ts'

/** The origin of an hour's value: the actual weather, or one of two forecasts of the day before, each with its own error. */
export type Teller = 'actual' | 'tso' | 'weather service'

/** Highs and lows, fronts, and what is local. */
const WEATHER: readonly NoisePart[] = [
  [50, 0.66, 12],
  [17, 0.24, 6],
  [5, 0.1, 3],
]
/** A forecast knows the highs and lows, and misses when and how strongly a front passes. */
const WEATHER_ERROR: readonly NoisePart[] = [
  [19, 0.4, 8],
  [7, 0.4, 4],
  [3, 0.2, 2],
]
/** In deviations of the weather: 0.5 °C, 0.5 m/s. */
const ERROR_SIZE = 0.175

/** No error is larger than 1.4 of its usual size, or its day would be marked as suspicious. */
export const limited = (error: number) => 1.4 * Math.tanh(error)

/** A field of weather over an area, actual or forecast, in standard deviations from its usual value. */
function weather(field: string, area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  const truth = noise(field, area, ticks, WEATHER)
  if (teller === 'actual') return truth
  const error = noise(`${field} by ${teller}`, area, ticks, WEATHER_ERROR)
  return truth.map((deviations, index) => deviations + ERROR_SIZE * limited(error[index] ?? 0))
}

/** 1 so many days after 1 January, -1 half a year later. */
export function season(utc: number, peakDay: number): number {
  return Math.cos((2 * Math.PI * ((utc - Date.UTC(2000, 0, 1)) / DAY_MS - peakDay)) / 365.2425)
}

/** Temperature of an area, °C: coldest about 20 January. */
export function temperatureC(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return weather('temperature', area, ticks, teller).map(
    (deviations, index) =>
      area.meanC - area.swingC * season(ticks.fromUtc + index * ticks.stepMs, 19) + 3 * deviations,
  )
}

/** Deviation of the logarithm of the wind speed. */
const GUSTINESS = 0.37
/** Over open sea it blows harder. */
export const OFFSHORE_SPEED = 1.3

/** Wind speed of an area on land at hub height, m/s. */
export function windSpeedMs(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return weather('wind', area, ticks, teller).map((deviations, index) => {
    const usual = area.windMs * (1 + 0.14 * season(ticks.fromUtc + index * ticks.stepMs, 12))
    return usual * Math.exp(GUSTINESS * deviations - GUSTINESS ** 2 / 2)
  })
}

/** Share of the clear sky's light that comes through the clouds; wind and winter bring more of them. */
export function cloudTransmission(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  const wind = noise('wind', area, ticks, WEATHER)
  return weather('cloud', area, ticks, teller).map((clouds, index) => {
    const sky =
      0.94 * clouds + 0.34 * (wind[index] ?? 0) + 0.35 * season(ticks.fromUtc + index * ticks.stepMs, 0)
    const cover = 1 / (1 + Math.exp(-2.1 * (sky + 2.4 * (area.cloudiness - 0.5))))
    return 1 - 0.82 * cover ** 1.3
  })
}

/** Sine of the sun's height over a place, below 0 at night. */
export function sunHeight(latitude: number, longitude: number, utc: number): number {
  const declination = -0.4093 * season(utc, -10)
  const radians = (latitude * Math.PI) / 180
  const hourAngle = 2 * Math.PI * (((utc / DAY_MS) % 1) + longitude / 360 - 0.5)
  return (
    Math.sin(radians) * Math.sin(declination) +
    Math.cos(radians) * Math.cos(declination) * Math.cos(hourAngle)
  )
}
