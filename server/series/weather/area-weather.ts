import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import type { LocalDay } from '#server/calendar/local-calendar.ts'
import { encodeChunk } from '#server/series/chunks/chunk-codec.ts'

export const WEATHER_FIELDS = [
  // Mean of the hour, weighted by population.
  'temperatureC',
  // Mean speed of the hour at 100 m, weighted by wind power.
  'windSpeedMs',
  // Wind speeds through a turbine's power curve, point by point: a share of the capacity, 0 to 1.
  'windPower',
  // Mean global radiation of the hour, weighted by solar power.
  'radiationWm2',
] as const
export type WeatherField = (typeof WEATHER_FIELDS)[number]

/** Forecast weather of an area by the hour, weighted over its points. All arrays are equally long; NaN is missing. */
export interface AreaWeather extends Record<WeatherField, Float64Array> {
  startsAtUtc: number
}

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

/** Hours kept beyond both ends of a delivery day, so that neighbouring hours are of the same version. */
export const MARGIN_HOURS = 3

/** The record that `valueOf` gives, field by field. */
export function byField<Value>(valueOf: (field: WeatherField) => Value): Record<WeatherField, Value> {
  return {
    temperatureC: valueOf('temperatureC'),
    windSpeedMs: valueOf('windSpeedMs'),
    windPower: valueOf('windPower'),
    radiationWm2: valueOf('radiationWm2'),
  }
}

export function emptyWeather(startsAtUtc: number, hours: number): AreaWeather {
  return { startsAtUtc, ...byField(() => new Float64Array(hours).fill(NaN)) }
}

/** The output of a turbine as a share of its capacity, at a wind speed of 100 m: half of it at 9 m/s. */
export function windPowerAt(speedMs: number): number {
  return 1 / (1 + Math.exp(-(speedMs - 9) / 1.9))
}

/** The hours of a span out of a longer weather; hours that it does not have are left out. */
export function cutWeather(weather: AreaWeather, span: Span): AreaWeather {
  const first = Math.max(0, (span.fromUtc - weather.startsAtUtc) / HOUR_MS)
  const end = Math.max(first, (span.toUtc - weather.startsAtUtc) / HOUR_MS)
  const startsAtUtc = weather.startsAtUtc + first * HOUR_MS
  return { startsAtUtc, ...byField((field) => weather[field].slice(first, end)) }
}

/** A delivery day and the hours beside it that are kept with it. */
export function withMargin(day: LocalDay, hoursAfter: number): Span {
  return { fromUtc: day.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: day.toUtc + hoursAfter * HOUR_MS }
}

/** True if any hour of a span has a value. */
export function hasWeather(weather: AreaWeather, span: Span): boolean {
  const cut = cutWeather(weather, span)
  return WEATHER_FIELDS.some((field) => cut[field].some((value) => !Number.isNaN(value)))
}

/** True if every hour of a span has all its values. */
export function isComplete(weather: AreaWeather, span: Span): boolean {
  const cut = cutWeather(weather, span)
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  return WEATHER_FIELDS.every((field) => cut[field].length === hours && !cut[field].some(Number.isNaN))
}

/** As the database keeps it: the fields one after the other, packed like a chunk. */
export function encodeWeather(weather: AreaWeather): Uint8Array {
  return Buffer.concat(WEATHER_FIELDS.map((field) => encodeChunk(new Float32Array(weather[field]))))
}

/** Weather whose fields lie one after the other in `values`. They share its memory: arrays of their own would take much longer to make. */
export function viewWeather(values: Float64Array, startsAtUtc: number): AreaWeather {
  const hours = values.length / WEATHER_FIELDS.length
  const first = (field: WeatherField) => WEATHER_FIELDS.indexOf(field) * hours
  return { startsAtUtc, ...byField((field) => values.subarray(first(field), first(field) + hours)) }
}
