import { DAY_MS } from '#contract/time.ts'

import type { DemoArea } from './areas.ts'
import { noise, type Curve } from './noise.ts'

/** Error of a day-ahead forecast in standard deviations of the weather: 0.5 °C, 0.5 m/s. */
const ERROR_SIZE = 0.175

/** Deviation of the logarithm of the wind speed. */
const GUSTINESS = 0.37
/** Factor on the wind speed over land. */
export const OFFSHORE_SPEED = 1.3

/** Panels see the sun as if they were further south. */
const TILT_DEGREES = 20

/** Days with larger errors would be marked as suspicious. */
export const limited = (error: number) => 1.4 * Math.tanh(error)

const YEAR_BEGINS_UTC = Date.UTC(2000, 0, 1)

/** 1 at `peakDay` days after 1 January, -1 half a year later. */
export function season(utc: number, peakDay: number): number {
  return Math.cos((2 * Math.PI * ((utc - YEAR_BEGINS_UTC) / DAY_MS - peakDay)) / 365.2425)
}

export function weatherOver(area: DemoArea, kind: 'actual' | 'tso' | 'weather service') {
  /** In standard deviations from the usual value. */
  const deviationOf = (field: string, truth = noise(field, area, 12, 45)): Curve => {
    if (kind === 'actual') return truth
    // Forecasts miss when and how strongly a front passes.
    const error = noise(`${field} by ${kind}`, area, 4, 30)
    return (utc) => truth(utc) + ERROR_SIZE * limited(error(utc))
  }
  const trueWind = noise('wind', area, 12, 45)
  const [temperature, wind, cloud] = [
    deviationOf('temperature'),
    deviationOf('wind', trueWind),
    deviationOf('cloud'),
  ]

  /** °C; coldest about 20 January. */
  const temperatureC: Curve = (utc) => area.meanC - area.swingC * season(utc, 19) + 3 * temperature(utc)

  /** m/s at hub height on land. */
  const windSpeedMs: Curve = (utc) => {
    const usual = area.windMs * (1 + 0.14 * season(utc, 12))
    return usual * Math.exp(GUSTINESS * wind(utc) - GUSTINESS ** 2 / 2)
  }

  /** Wind and winter bring clouds. */
  const cloudTransmission: Curve = (utc) => {
    const sky = 0.94 * cloud(utc) + 0.34 * trueWind(utc) + 0.35 * season(utc, 0)
    const cover = 1 / (1 + Math.exp(-2.1 * (sky + 2.4 * (area.cloudiness - 0.5))))
    return 1 - 0.82 * cover ** 1.3
  }
  return { temperatureC, windSpeedMs, cloudTransmission }
}

type Weather = ReturnType<typeof weatherOver>

/** Sine of the sun's elevation, below 0 at night. */
export function sunHeight(latitude: number, longitude: number, utc: number): number {
  const declination = -0.4093 * season(utc, -10)
  const radians = (latitude * Math.PI) / 180
  const hourAngle = 2 * Math.PI * (((utc / DAY_MS) % 1) + longitude / 360 - 0.5)
  const swing = Math.cos(radians) * Math.cos(declination)
  return Math.sin(radians) * Math.sin(declination) + swing * Math.cos(hourAngle)
}

/** The date of the table of areas. */
const MID_2026_UTC = Date.UTC(2026, 6, 1)

function grown(utc: number, growthPerYear: number): number {
  const years = (utc - MID_2026_UTC) / (365.25 * DAY_MS)
  return Math.exp(growthPerYear * Math.min(2, Math.max(-6, years)))
}

/** No two places are alike: little below 4 m/s, half at 11, full beyond 20. */
const fleetShare = (speedMs: number) => 1 / (1 + Math.exp((11.3 - speedMs) / 2.6))

/** Before curtailment. */
export function windMw(area: DemoArea, { windSpeedMs }: Weather): Curve {
  return (utc) => {
    const speed = windSpeedMs(utc)
    const onshore = area.onshoreMw * area.windShare * fleetShare(speed)
    const offshore = area.offshoreMw * 0.9 * fleetShare(speed * OFFSHORE_SPEED)
    return grown(utc, 0.05) * (onshore + offshore)
  }
}

/** Output under a clear sky as a share of the capacity. Beam by air mass: Meinel 1976. */
function clearSkyShare({ latitude, longitude }: DemoArea, utc: number): number {
  const height = sunHeight(latitude, longitude, utc)
  if (height <= 0) return 0
  const beam = 1.35 * 0.7 ** ((height + 0.05) ** -0.678)
  return beam * (0.94 * Math.max(0, sunHeight(latitude - TILT_DEGREES, longitude, utc)) + 0.14 * height)
}

/** Before curtailment. */
export function solarMw(area: DemoArea, { cloudTransmission }: Weather): Curve {
  const noonMw = area.solarMw * area.solarShare
  return (utc) => noonMw * grown(utc, 0.14) * clearSkyShare(area, utc) * cloudTransmission(utc)
}
