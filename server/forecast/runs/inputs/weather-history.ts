import type { MemberCode } from '#contract/areas.ts'
import { marketDayAt } from '#server/forecast/runs/market-day.ts'
import type { Span } from '#server/series/series.ts'
import type { AreaWeather, DayWeather } from '#server/series/weather/area-weather.ts'
import type { WeatherStore } from '#server/series/weather/weather-store.ts'

export interface WeatherPast {
  /** Of the market's days that touch the span; null where no weather was ever known. */
  weather: AreaWeather | null
  /** The days for which weather was known, in order. */
  days: readonly DayWeather[]
}

/**
 * The weather of an area over a span: of each delivery day as it was forecast by its information time. It is read from `sinceUtc` on.
 * Rejects with a `DatabaseError`.
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
  return { weather: days.length === 0 ? null : weather, days }
}
