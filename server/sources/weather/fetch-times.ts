import { MARKET_ZONE } from '#contract/wall-time.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'
import { HOUR_MS } from '#server/series/series.ts'
import type { WeatherOrigin } from '#server/series/weather/area-weather.ts'
import type { WeatherRun } from '#server/sources/weather-source.ts'

/** Models that run every hour say little new every hour. */
const MIN_BETWEEN_FETCHES_MS = 3 * HOUR_MS
/** O'clock in Brussels: the first run of forecasts of the day is made soon after. */
const MORNING_MS = 8.5 * HOUR_MS

/** Whether weather should be fetched now: for another model, for tomorrow, or because a new run may be ready some hours later or in the morning. */
export function isFetchDue(
  run: WeatherRun | null,
  last: WeatherOrigin | null,
  model: string,
  now: number,
): boolean {
  if (last === null || last.model !== model) return true
  const today = dayAt(now, MARKET_ZONE)
  if (last.fetchedAtUtc < today.fromUtc) return true
  const morningUtc = today.fromUtc + MORNING_MS
  const isFirstOfMorning = now >= morningUtc && last.fetchedAtUtc < morningUtc
  if (now - last.fetchedAtUtc < MIN_BETWEEN_FETCHES_MS && !isFirstOfMorning) return false
  if (run === null || last.runUtc === null) return true
  return run.runUtc > last.runUtc && run.readyAtUtc <= now
}
