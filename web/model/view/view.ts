import { readDay } from './delivery-day.ts'
import { type Metric, METRICS } from './metric.ts'
import { FIRST_HOUR, LAST_HOUR } from './playback.ts'

/** What of the page one could want to share; it lives in the address. */
export interface View {
  hour: number
  /** Two-letter code, lower case; null while none is chosen. */
  country: string | null
  metric: Metric
  /** Delivery day, `yyyy-MM-dd`; null for tomorrow. */
  day: string | null
}

export const DEFAULT_VIEW: View = { hour: FIRST_HOUR, country: null, metric: 'final', day: null }

/** Reads an address; whatever in it is no choice of ours counts as not given. */
export function readView(params: URLSearchParams): View {
  const hour = params.get('hour') ?? ''
  const country = params.get('country') ?? ''
  const day = params.get('day') ?? ''
  return {
    hour: /^\d{1,2}$/.test(hour) && Number(hour) <= LAST_HOUR ? Number(hour) : DEFAULT_VIEW.hour,
    country: /^[a-z]{2}$/.test(country) ? country : DEFAULT_VIEW.country,
    metric: METRICS.find((metric) => metric === params.get('metric')) ?? DEFAULT_VIEW.metric,
    day: readDay(day) === null ? DEFAULT_VIEW.day : day,
  }
}

/** The address of a view: what is as usual is left out, what is not ours stays. */
export function writeView(params: URLSearchParams, view: View): URLSearchParams {
  const written = new URLSearchParams(params)
  for (const key of ['hour', 'country', 'metric', 'day'] as const) {
    const value = view[key]
    if (value === null || value === DEFAULT_VIEW[key]) written.delete(key)
    else written.set(key, String(value))
  }
  return written
}
