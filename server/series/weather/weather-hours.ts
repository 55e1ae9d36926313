import type { LocalDay } from '#server/series/calendar/local-calendar.ts'
import { encodeChunk } from '#server/series/chunks/chunk-codec.ts'
import { HOUR_MS, type Span } from '#server/series/series.ts'

import { emptyWeather, MARGIN_HOURS, WEATHER_FIELDS, type AreaWeather } from './area-weather.ts'

/** The hours of a span out of a longer weather; hours that it does not have are left out. */
export function cutWeather(weather: AreaWeather, span: Span): AreaWeather {
  const first = Math.max(0, (span.fromUtc - weather.startsAtUtc) / HOUR_MS)
  const end = Math.max(first, (span.toUtc - weather.startsAtUtc) / HOUR_MS)
  const cut = { ...weather, startsAtUtc: weather.startsAtUtc + first * HOUR_MS }
  for (const field of WEATHER_FIELDS) cut[field] = weather[field].slice(first, end)
  return cut
}

/** A delivery day and the hours beside it that are kept with it. */
export function withMargin(day: LocalDay, hoursAfter: number): Span {
  return { fromUtc: day.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: day.toUtc + hoursAfter * HOUR_MS }
}

/** Whether any hour of a span has a value. */
export function hasWeather(weather: AreaWeather, span: Span): boolean {
  const cut = cutWeather(weather, span)
  return WEATHER_FIELDS.some((field) => cut[field].some((value) => !Number.isNaN(value)))
}

/** Whether every hour of a span has all its values. */
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
  const weather = emptyWeather(startsAtUtc, 0)
  for (const [index, field] of WEATHER_FIELDS.entries())
    weather[field] = values.subarray(index * hours, (index + 1) * hours)
  return weather
}
