import type { MemberCode } from '#contract/areas.ts'
import type { WeatherHistory } from '#server/forecast/model/history/area-history.ts'
import { HOUR_MS, type Span } from '#server/series/series.ts'
import { emptyWeather, WEATHER_FIELDS, type DayWeather } from '#server/series/weather/area-weather.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'

import { marketDayAt } from './market-day.ts'

export interface WeatherPast {
  /** By hour of the span; null where no weather was ever known. */
  weather: WeatherHistory | null
  /** The days for which weather was known, in order. */
  days: readonly DayWeather[]
}

/**
 * The weather of an area over a span of whole hours: of each delivery day as it was forecast by its information time. It is read
 * from `sinceUtc` on. Rejects with a `DatabaseError`.
 */
export async function readWeatherPast(
  store: Pick<WeatherStore, 'readDayAhead'>,
  area: MemberCode,
  span: Span,
  informationTimeOf: (day: string) => number,
  sinceUtc = span.fromUtc,
): Promise<WeatherPast> {
  const fromDay = marketDayAt(Math.max(sinceUtc, span.fromUtc)).date
  const toDay = marketDayAt(span.toUtc - 1).date
  const { weather, days } = await store.readDayAhead(area, { fromDay, toDay }, informationTimeOf)
  if (days.length === 0) return { weather: null, days }
  const aligned = emptyWeather(span.fromUtc, (span.toUtc - span.fromUtc) / HOUR_MS)
  const skipped = (span.fromUtc - weather.startsAtUtc) / HOUR_MS
  for (const field of WEATHER_FIELDS) {
    const values = weather[field].subarray(Math.max(0, skipped))
    const first = Math.max(0, -skipped)
    aligned[field].set(values.subarray(0, aligned[field].length - first), first)
  }
  const { startsAtUtc: _startsAtUtc, ...fields } = aligned
  return { weather: fields, days }
}
