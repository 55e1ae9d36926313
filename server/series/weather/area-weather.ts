import type { MemberCode } from '#contract/areas.ts'

export const WEATHER_FIELDS = ['temperatureC', 'windSpeedMs', 'windPower', 'radiationWm2'] as const
export type WeatherField = (typeof WEATHER_FIELDS)[number]

/** Forecast weather of an area by the hour, weighted over its points. All arrays are equally long; NaN is missing. */
export interface AreaWeather extends Record<WeatherField, Float64Array> {
  /** Start of the first hour. */
  startsAtUtc: number
  /** Mean of the hour, weighted by population. */
  temperatureC: Float64Array
  /** Mean speed of the hour at 100 m, weighted by wind power. */
  windSpeedMs: Float64Array
  /** The same speeds through a turbine's power curve, point by point: a share of the capacity, 0 to 1. */
  windPower: Float64Array
  /** Mean global radiation of the hour, weighted by solar power. */
  radiationWm2: Float64Array
}

/** Where forecast weather comes from. */
export interface WeatherOrigin {
  /** As the source names it, such as `ecmwf_ifs`. */
  model: string
  /** When the model's run began, epoch milliseconds; null where the source does not say. */
  runUtc: number | null
  /** When it could be used: the time of fetch, or for data of the past the time at which it would have been there. */
  knownAtUtc: number
  fetchedAtUtc: number
}

/** One answer of a weather source for one area. */
export interface WeatherVersion extends Omit<WeatherOrigin, 'knownAtUtc'> {
  area: MemberCode
  weather: AreaWeather
  /** Null if each hour was forecast on the day before its own: then each delivery day has been known since that morning. */
  knownAtUtc: number | null
}

/** The weather of a delivery day as one version gave it, with up to `MARGIN_HOURS` before and after the day. */
export interface DayWeather extends WeatherOrigin {
  /** `yyyy-MM-dd`, Brussels. */
  day: string
  weather: AreaWeather
}

/** What is kept beyond both ends of a delivery day, so that neighbouring hours are of the same version. */
export const MARGIN_HOURS = 3

/** Weather without values for this many hours. */
export function emptyWeather(startsAtUtc: number, hours: number): AreaWeather {
  const empty = () => new Float64Array(hours).fill(Number.NaN)
  return {
    startsAtUtc,
    temperatureC: empty(),
    windSpeedMs: empty(),
    windPower: empty(),
    radiationWm2: empty(),
  }
}

/** The output of a turbine as a share of its capacity, at a wind speed of 100 m: half of it at 9 m/s. */
export function windPowerAt(speedMs: number): number {
  return 1 / (1 + Math.exp(-(speedMs - 9) / 1.9))
}
