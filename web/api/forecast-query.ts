import { queryOptions } from '@tanstack/react-query'

import { FORECAST_PATH, ForecastAnswerSchema, type ForecastQuery } from '#contract/forecast.ts'

import { request } from './browser-request.ts'

/**
 * The forecast of all countries by hour.
 * @param time the day before and the delivery day, each at its local midnight, as `yyyy-MM-dd HH:mm`
 */
export function forecastQuery(time: readonly [string, string]) {
  const body: ForecastQuery = { category: '', area: '', time: [...time], frequency: 'H' }
  return queryOptions({
    queryKey: ['forecast', ...time],
    queryFn: ({ signal }) =>
      request.authorized({ path: FORECAST_PATH, body, schema: ForecastAnswerSchema, signal }),
  })
}
