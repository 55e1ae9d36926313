import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#contract/time.ts'

export interface WeatherPoint {
  area: MemberCode
  name: string
  latitude: number
  longitude: number
  isOffshore: boolean
  /** Weight of the place in the mean of its area, in percent of the area's wind power, solar power and load. */
  wind: number
  solar: number
  load: number
}

/** Weather of one point by the hour, means of each hour; NaN is missing. All arrays are equally long. */
export interface PointWeather {
  temperatureC: Float64Array
  /** At 100 m above ground, or as near to it as the model has. */
  windSpeedMs: Float64Array
  radiationWm2: Float64Array
}

export function withoutValues(hours: number): PointWeather {
  const empty = new Float64Array(hours).fill(Number.NaN)
  return { temperatureC: empty, windSpeedMs: empty, radiationWm2: empty }
}

export interface WeatherAnswer {
  /** In the order of the points requested. */
  points: readonly PointWeather[]
  /** When the model's run began; null where the source does not say. */
  runUtc: number | null
}

export interface WeatherRun {
  runUtc: number
  /** From when on it is safe to fetch: everything of it is there. */
  readyAtUtc: number
}

/** Something that gives forecast weather. Every call rejects with a `SourceError` where the source fails. */
export interface WeatherSource {
  /** Is stored with what has been read: `open-meteo`. */
  name: string
  /** The name on the pages: `Open-Meteo`. */
  label: string
  /** A text that the licence requires on the pages, and where it links to. */
  credit: { text: string; url: string } | null
  /** Invented weather needs no network and no time: the first forecasts wait for its past. */
  isDemo: boolean
  model: string
  /** Null where the source does not say. */
  newestRun(signal: AbortSignal): Promise<WeatherRun | null>
  /** Gives the newest run at some points over a span of whole hours. All points are of one run. */
  fetch(points: readonly WeatherPoint[], span: Span, signal: AbortSignal): Promise<WeatherAnswer>
  /** How far back earlier forecasts are worth reading, in days. */
  pastDays: number
  /** Gives what had been forecast by the morning of the day before each hour's day; null where the source keeps none of it. */
  fetchPast:
    | ((points: readonly WeatherPoint[], span: Span, signal: AbortSignal) => Promise<readonly PointWeather[]>)
    | null
}
