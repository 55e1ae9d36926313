import { readDay } from './delivery-day.ts'
import { type Metric, METRICS } from './metric.ts'
import { FIRST_HOUR, LAST_HOUR } from './playback.ts'

/** The part of the page's state that a user may want to share; it lives in the address. */
export interface View {
  hour: number
  /** Two-letter code, lower case; null if none is selected. */
  country: string | null
  metric: Metric
  /** Delivery day, `yyyy-MM-dd`; null for tomorrow. */
  day: string | null
  /** `early` for what was said before the auction; null for the forecast that counts. */
  run: 'early' | null
}

export const DEFAULT_VIEW: View = { hour: FIRST_HOUR, country: null, metric: 'final', day: null, run: null }

/** Reads an address; invalid values count as not given. */
export function readView(params: URLSearchParams): View {
  const hour = params.get('hour') ?? ''
  const country = params.get('country') ?? ''
  const day = params.get('day') ?? ''
  return {
    hour: /^\d{1,2}$/.test(hour) && Number(hour) <= LAST_HOUR ? Number(hour) : DEFAULT_VIEW.hour,
    country: /^[a-z]{2}$/.test(country) ? country : DEFAULT_VIEW.country,
    metric: METRICS.find((metric) => metric === params.get('metric')) ?? DEFAULT_VIEW.metric,
    day: readDay(day) === null ? DEFAULT_VIEW.day : day,
    run: params.get('run') === 'early' ? 'early' : DEFAULT_VIEW.run,
  }
}

/** The address of a view: defaults are omitted, foreign parameters stay. */
export function writeView(params: URLSearchParams, view: View): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const key of ['hour', 'country', 'metric', 'day', 'run'] as const) {
    const value = view[key]
    if (value === null || value === DEFAULT_VIEW[key]) written.delete(key)
    else written.set(key, String(value))
  }
  return written
}
