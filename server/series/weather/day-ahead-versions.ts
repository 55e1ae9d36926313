import type { MemberCode } from '#contract/areas.ts'
import { MARKET_ZONE } from '#contract/wall-time.ts'
import { daysTouching } from '#server/series/calendar/local-calendar.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { MARGIN_HOURS, type AreaWeather, type WeatherOrigin, type WeatherVersion } from './area-weather.ts'
import { cutWeather } from './weather-hours.ts'

/**
 * Weather that was not fetched at its time counts as known at 08:00 in Brussels on the day before: by then what it is made of was
 * there. Clocks change at night, so that is always so long before midnight.
 */
const KNOWN_BEFORE_DAY_MS = 16 * HOUR_MS

/**
 * Weather of which each hour was forecast on the day before, as a version for each delivery day. Nothing after a day goes with
 * it: that was forecast a day later.
 */
export function dayAheadVersions(
  area: MemberCode,
  weather: AreaWeather,
  origin: Omit<WeatherOrigin, 'knownAtUtc'>,
): WeatherVersion[] {
  const toUtc = weather.startsAtUtc + weather.temperatureC.length * HOUR_MS
  return daysTouching({ fromUtc: weather.startsAtUtc, toUtc }, MARKET_ZONE).map((day) => ({
    ...origin,
    area,
    knownAtUtc: day.fromUtc - KNOWN_BEFORE_DAY_MS,
    weather: cutWeather(weather, { fromUtc: day.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: day.toUtc }),
  }))
}
