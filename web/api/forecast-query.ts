import { queryOptions } from '@tanstack/react-query'

import { FORECAST_PATH, ForecastAnswerSchema, type ForecastQuery } from '#contract/forecast.ts'

import { request } from './browser-request.ts'

/**
 * The forecast of all countries by hour.
 * @param time the day before and the delivery day, each at its local midnight, as `yyyy-MM-dd HH:mm`
 * @param run `early` for what was said before the auction; null for the forecast that counts
 */
export function forecastQuery(time: readonly [string, string], run: 'early' | null = null) {
  const body: ForecastQuery = {
    category: '',
    area: '',
    time: [...time],
    frequency: 'H',
    ...(run === null ? {} : { run }),
  }
  return queryOptions({
    queryKey: ['forecast', ...time, run],
    queryFn: ({ signal }) =>
      request.authorized({ path: FORECAST_PATH, body, schema: ForecastAnswerSchema, signal }),
  })
}
