import { queryOptions } from '@tanstack/react-query'

import {
  ACCURACY_OVER_TIME_PATH,
  AccuracyOverTimeAnswerSchema,
  type AccuracyOverTimeQuery,
  LEADERS_PATH,
  LeadersAnswerSchema,
  type LeadersQuery,
} from '#contract/accuracy-over-time.ts'
import {
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  type AccuracyQuery,
  RUNS_PATH,
  RunsAnswerSchema,
  type RunsQuery,
} from '#contract/accuracy.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  type DayQuery,
  DaySheetAnswerSchema,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
  PEAKS_PATH,
  PeaksAnswerSchema,
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
    // Only on entering the page and on Retry, as specified.
    refetchInterval: false,
    refetchOnReconnect: false,
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

/** The highest hour of each country in the 12 months before a delivery day; `null` from a foreign backend. */
export function peaksQuery(body: DayQuery) {
  return queryOptions({
    queryKey: ['peaks', body],
    queryFn: ({ signal }) =>
      askOwnBackend(() => request.authorized({ path: PEAKS_PATH, body, schema: PeaksAnswerSchema, signal })),
  })
}

/** A market day and the day before, by country, quantity and hour; `null` from a foreign backend. */
export function daySheetQuery(body: DayQuery) {
  return queryOptions({
    queryKey: ['day-sheet', body],
    queryFn: ({ signal }) =>
      askOwnBackend(() =>
        request.authorized({ path: DAY_SHEET_PATH, body, schema: DaySheetAnswerSchema, signal }),
      ),
  })
}

/** The accuracy of a country's forecast and the band around it; `null` from a foreign backend. */
export function accuracyQuery(body: AccuracyQuery, timeZone?: string) {
  return queryOptions({
    queryKey: ['accuracy', body, timeZone],
    queryFn: ({ signal }) =>
      askOwnBackend(() =>
        request.authorized({ path: ACCURACY_PATH, body, schema: AccuracyAnswerSchema, timeZone, signal }),
      ),
  })
}

/** The same over several periods and by hour of the day; `null` from a foreign backend. */
export function accuracyOverTimeQuery(body: AccuracyOverTimeQuery) {
  return queryOptions({
    queryKey: ['accuracy-over-time', body],
    queryFn: ({ signal }) =>
      askOwnBackend(() =>
        request.authorized({
          path: ACCURACY_OVER_TIME_PATH,
          body,
          schema: AccuracyOverTimeAnswerSchema,
          signal,
        }),
      ),
  })
}

/** The accuracy of the forecasts of all countries; `null` from a foreign backend. */
export function leadersQuery(body: LeadersQuery) {
  return queryOptions({
    queryKey: ['leaders', body],
    queryFn: ({ signal }) =>
      askOwnBackend(() =>
        request.authorized({ path: LEADERS_PATH, body, schema: LeadersAnswerSchema, signal }),
      ),
  })
}

/** The run behind each country of a delivery day, and the days that have one; `null` from a foreign backend. */
export function runsQuery(body: RunsQuery) {
  return queryOptions({
    queryKey: ['runs', body],
    queryFn: ({ signal }) =>
      askOwnBackend(() => request.authorized({ path: RUNS_PATH, body, schema: RunsAnswerSchema, signal })),
  })
}
