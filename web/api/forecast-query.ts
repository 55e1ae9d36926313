import { queryOptions } from '@tanstack/react-query'

import { FORECAST_PATH } from '#contract/forecast-path.ts'
import { ForecastAnswerSchema } from '#contract/forecast.ts'

import { request } from './browser-request.ts'
import { forecastBody } from './forecast-body.ts'

/** The forecast of all countries by hour; `time` and `run` as in `forecastBody`. */
export function forecastQuery(time: readonly [string, string], run: 'early' | null = null) {
  const body = forecastBody(time, run)
  return queryOptions({
    queryKey: ['forecast', ...time, run],
    queryFn: ({ signal }) =>
      request.authorized({ path: FORECAST_PATH, body, schema: ForecastAnswerSchema, signal }),
  })
}
