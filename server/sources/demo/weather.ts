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

/** Capacity of a date as a share of that of the middle of 2026, which the table of areas counts: what was built later is left out. */
function grown(utc: number, growthPerYear: number): number {
  const years = (utc - Date.UTC(2026, 6, 1)) / (365.25 * DAY_MS)
  return Math.exp(growthPerYear * Math.min(2, Math.max(-6, years)))
}

/** A fleet's power curve: little below 4 m/s, half at 11, full beyond 20, smooth since no two places are alike. */
function fleetShare(speedMs: number): number {
  return 1 / (1 + Math.exp((11.3 - speedMs) / 2.6))
}

/** Wind feed-in of an area before any curtailment, MW. */
export function windMw(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return windSpeedMs(area, ticks, teller).map((speed, index) => {
    const onshore = area.onshoreMw * area.windShare * fleetShare(speed)
    const offshore = area.offshoreMw * 0.9 * fleetShare(speed * OFFSHORE_SPEED)
    return grown(ticks.fromUtc + index * ticks.stepMs, 0.05) * (onshore + offshore)
  })
}

/** Panels are tilted: on average they see the sun from so many degrees further south. */
const TILT = 20

/** Output of a fleet of panels under a clear sky as a share of its capacity. Beam by air mass: Meinel 1976. */
function clearSkyShare({ latitude, longitude }: DemoArea, utc: number): number {
  const height = sunHeight(latitude, longitude, utc)
  if (height <= 0) return 0
  const beam = 1.35 * 0.7 ** ((height + 0.05) ** -0.678)
  return beam * (0.94 * Math.max(0, sunHeight(latitude - TILT, longitude, utc)) + 0.14 * height)
}

/** Solar feed-in of an area before any curtailment, MW. */
export function solarMw(area: DemoArea, ticks: Ticks, teller: Teller): Float64Array {
  return cloudTransmission(area, ticks, teller).map((transmission, index) => {
    const utc = ticks.fromUtc + index * ticks.stepMs
    return area.solarMw * grown(utc, 0.14) * area.solarShare * clearSkyShare(area, utc) * transmission
  })
}
