import { queryOptions } from '@tanstack/react-query'

import {
  DAY_FORECAST_PATH,
  type DayForecastQuery,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
} from '#contract/forecast.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

/**
 * The specified call of the model page: the forecast of all countries by hour.
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

/** The same for everything else that shows a forecast, in the page's zone or another one; `null` from a foreign backend. */
export function dayForecastQuery(body: DayForecastQuery, timeZone?: string) {
  return queryOptions({
    queryKey: ['day-forecast', body, timeZone],
    queryFn: ({ signal }) =>
      askOwnBackend(() =>
        request.authorized({ path: DAY_FORECAST_PATH, body, schema: ForecastAnswerSchema, timeZone, signal }),
      ),
  })
}
