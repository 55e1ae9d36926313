import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#contract/time.ts'

export interface WeatherPoint {
  area: MemberCode
  name: string
  latitude: number
  longitude: number
  isOffshore: boolean
  /** In percent of the area's wind power, solar power and load. */
  wind: number
  solar: number
  load: number
}

/** Hourly means; NaN is missing. All arrays have the same length. */
export interface PointWeather {
  temperatureC: Float64Array
  /** At 100 m above ground, or the nearest height of the model. */
  windSpeedMs: Float64Array
  radiationWm2: Float64Array
}

export function withoutValues(hours: number): PointWeather {
  const empty = new Float64Array(hours).fill(Number.NaN)
  return { temperatureC: empty, windSpeedMs: empty, radiationWm2: empty }
}

export interface WeatherAnswer {
  points: readonly PointWeather[]
  runUtc: number | null
}

export interface WeatherRun {
  runUtc: number
  /** From then on the run is complete. */
  readyAtUtc: number
}

/** Calls reject with a `SourceError`. */
export interface WeatherSource {
  /** Stored with each reading: `open-meteo`. */
  name: string
  /** Shown on the pages: `Open-Meteo`. */
  label: string
  /** Required on the pages by the licence. */
  credit: { text: string; url: string } | null
  /** Needs no network and no time: the first forecasts wait for its past. */
  isDemo: boolean
  model: string
  newestRun(signal: AbortSignal): Promise<WeatherRun | null>
  /** One run for all points. */
  fetch(points: readonly WeatherPoint[], span: Span, signal: AbortSignal): Promise<WeatherAnswer>
  pastDays: number
  /** As forecast by the morning of the day before each hour's day; null if not kept. */
  fetchPast:
    | ((points: readonly WeatherPoint[], span: Span, signal: AbortSignal) => Promise<readonly PointWeather[]>)
    | null
}
