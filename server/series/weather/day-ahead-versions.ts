import type { MemberCode } from '#contract/areas.ts'
import { DEFAULT_TIME_ZONE } from '#contract/query.ts'
import { daysTouching } from '#server/series/local-calendar.ts'
import { HOUR_MS } from '#server/series/series.ts'

import { MARGIN_HOURS, type AreaWeather, type WeatherOrigin, type WeatherVersion } from './area-weather.ts'
import { morningBeforeUtc } from './morning-before.ts'
import { cutWeather } from './weather-hours.ts'

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
  return daysTouching({ fromUtc: weather.startsAtUtc, toUtc }, DEFAULT_TIME_ZONE).map((day) => ({
    ...origin,
    area,
    knownAtUtc: morningBeforeUtc(day.date),
    weather: cutWeather(weather, { fromUtc: day.fromUtc - MARGIN_HOURS * HOUR_MS, toUtc: day.toUtc }),
  }))
}
