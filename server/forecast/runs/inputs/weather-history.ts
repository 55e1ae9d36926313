import type { MemberCode } from '#contract/areas.ts'
import { dayNumber, dayText } from '#server/forecast/model/history/day-grid.ts'
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

/** Days of weather that a forecast learns from at least. A second year would take as long again and gain next to nothing. */
const MIN_WEATHER_DAYS = 365
/** Days after which the first day that is learned from moves on. */
const PERIOD_DAYS = 91

/**
 * The first day whose weather counts for the forecast of a day. It moves on fixed dates: what the model makes of weather depends on
 * where the weather begins, and a forecast must not depend on which other days are forecast with it.
 */
export function weatherSince(day: string): string {
  const number = dayNumber(day)
  return dayText(number - (number % PERIOD_DAYS) - MIN_WEATHER_DAYS)
}

/** Days by the first day whose weather counts for them, in order. */
export function daysByWeather(days: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const day of days) groups.set(weatherSince(day), [...(groups.get(weatherSince(day)) ?? []), day])
  return groups
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
