import type { ForecastQuery } from '#contract/forecast.ts'

/**
 * The body of the call of the map's values.
 * @param time the day before and the delivery day, each at its local midnight, as `yyyy-MM-dd HH:mm`
 * @param run `early` for what was said before the auction; null for the forecast that counts
 */
export function forecastBody(time: readonly [string, string], run: 'early' | null): ForecastQuery {
  return {
    category: '',
    area: '',
    time: [...time],
    frequency: 'H',
    ...(run === null ? {} : { run }),
  }
}
