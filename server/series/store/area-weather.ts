import type { MemberCode } from '#contract/areas.ts'
import { HOUR_MS, type Span } from '#contract/time.ts'
import type { LocalDay } from '#server/calendar/local-calendar.ts'
import { encodeChunk } from '#server/series/chunks/chunk-codec.ts'

export const WEATHER_FIELDS = [
  // Weighted by population.
  'temperatureC',
  // At 100 m, weighted by wind power.
  'windSpeedMs',
  // Wind speeds through a turbine's power curve, by point; 0 to 1.
  'windPower',
  // Global radiation, weighted by solar power.
  'radiationWm2',
] as const
export type WeatherField = (typeof WEATHER_FIELDS)[number]

/** Hourly means over the points of an area. All arrays have the same length; NaN is missing. */
export interface AreaWeather extends Record<WeatherField, Float64Array> {
  startsAtUtc: number
}

export interface WeatherOrigin {
  /** Such as `ecmwf_ifs`. */
  model: string
  /** Start of the run, epoch milliseconds. */
  runUtc: number | null
  /** Time of the fetch; for past data the time of availability. */
  knownAtUtc: number
  fetchedAtUtc: number
}

export interface WeatherVersion extends Omit<WeatherOrigin, 'knownAtUtc'> {
  area: MemberCode
  weather: AreaWeather
  /** Null if each hour was forecast the day before: a delivery day is known since that morning. */
  knownAtUtc: number | null
}

/** Weather of a day, with up to `MARGIN_HOURS` before and after. */
export interface DayWeather extends WeatherOrigin {
  /** `yyyy-MM-dd`, Brussels. */
  day: string
  weather: AreaWeather
}

/** Kept on both sides of a delivery day, so that neighbouring hours have the same version. */
export const MARGIN_HOURS = 3

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

/** Share of the capacity by wind speed at 100 m; half at 9 m/s. */
export function windPowerAt(speedMs: number): number {
  return 1 / (1 + Math.exp(-(speedMs - 9) / 1.9))
}

export function cutWeather(weather: AreaWeather, span: Span): AreaWeather {
  const first = Math.max(0, (span.fromUtc - weather.startsAtUtc) / HOUR_MS)
  const end = Math.max(first, (span.toUtc - weather.startsAtUtc) / HOUR_MS)
  const startsAtUtc = weather.startsAtUtc + first * HOUR_MS
  return { startsAtUtc, ...byField((field) => weather[field].slice(first, end)) }
}

export function withMargin(day: LocalDay, hoursAfter: number): Span {
  return { fromUtc: day.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: day.toUtc + hoursAfter * HOUR_MS }
}

export function hasWeather(weather: AreaWeather, span: Span): boolean {
  const cut = cutWeather(weather, span)
  return WEATHER_FIELDS.some((field) => cut[field].some((value) => !Number.isNaN(value)))
}

export function isComplete(weather: AreaWeather, span: Span): boolean {
  const cut = cutWeather(weather, span)
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  return WEATHER_FIELDS.every((field) => cut[field].length === hours && !cut[field].some(Number.isNaN))
}

/** The fields in sequence, packed like a chunk. */
export function encodeWeather(weather: AreaWeather): Uint8Array {
  return Buffer.concat(WEATHER_FIELDS.map((field) => encodeChunk(new Float32Array(weather[field]))))
}

/** Shares the memory of `values`: own arrays would take much longer. */
export function viewWeather(values: Float64Array, startsAtUtc: number): AreaWeather {
  const hours = values.length / WEATHER_FIELDS.length
  const first = (field: WeatherField) => WEATHER_FIELDS.indexOf(field) * hours
  return { startsAtUtc, ...byField((field) => values.subarray(first(field), first(field) + hours)) }
}
