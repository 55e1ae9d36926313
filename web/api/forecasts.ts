import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  AccuracyOverTimeAnswerSchema,
  LEADERS_PATH,
  LeadersAnswerSchema,
  RUNS_PATH,
  RunsAnswerSchema,
} from '#contract/accuracy.ts'
import type { AreaCode } from '#contract/areas.ts'
import { areaOfCountry } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
  OddForecastAnswerSchema,
  PEAKS_PATH,
  PeaksAnswerSchema,
} from '#contract/forecast.ts'
import {
  type ChangeBase,
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  FORECAST_ROWS_PATH,
  ForecastRowSchema,
  USUAL_PATH,
  UsualRowSchema,
} from '#contract/row-tables.ts'
import { SERIES_PATH, SeriesRowSchema } from '#contract/series.ts'

import { isOwnBackend, request } from './request.ts'
import { ownCall, ownQuery, type Parameters } from './settings.ts'

/** `day` defaults to tomorrow, `as_of` to now. */
type Day = { day?: string | undefined; as_of?: string | null | undefined }
/** `run` defaults to the current run. */
type DayForecast = Day & { run?: DayForecastQuery['run'] | null }

/** The specified call. `time`: local midnights of the day before and the delivery day, `yyyy-MM-dd HH:mm`. */
export function forecastQuery(time: readonly [string, string]) {
  const body: ForecastQuery = { category: '', area: '', time: [...time], frequency: 'H' }
  return queryOptions({
    queryKey: ['forecast', ...time],
    queryFn: ({ signal }) =>
      request.authorized({ path: FORECAST_PATH, body, schema: OddForecastAnswerSchema, signal }),
    // As specified, only on entering the page and on Retry.
    refetchInterval: false,
    refetchOnReconnect: false,
  })
}

export const dayForecastQuery = (of: DayForecast) =>
  ownQuery('day-forecast', ownCall(DAY_FORECAST_PATH, of, ForecastAnswerSchema))

export const peaksQuery = (of: Day) => ownQuery('peaks', ownCall(PEAKS_PATH, of, PeaksAnswerSchema))

export const daySheetQuery = (of: Day) =>
  ownQuery('day-sheet', ownCall(DAY_SHEET_PATH, { ...of, zone: null }, DaySheetAnswerSchema))

/** Sends no request for `null`. */
export const forecastRowsQuery = (of: DayForecast | null) =>
  rowsQuery('forecast-rows', FORECAST_ROWS_PATH, of, ForecastRowSchema)

export const changesQuery = (of: { day: string; against: ChangeBase; as_of: string | null }) =>
  rowsQuery('changes', CHANGES_PATH, of, ChangeRowSchema)

type AreaDays = {
  area: AreaCode
  from: string
  to: string
  as_of: string | null
}

/** Daily errors of an area's final forecast, or of the uploaded `forecast`. Sends no request for `null`. */
export const dayErrorsQuery = (of: (AreaDays & { forecast?: string | null }) | null) =>
  rowsQuery('day-errors', DAY_ERRORS_PATH, of, DayErrorRowSchema)

export const usualQuery = (of: (AreaDays & { quantity: string }) | null) =>
  rowsQuery('usual', USUAL_PATH, of, UsualRowSchema)

export function accuracyQuery(country: string, of: DayForecast) {
  const area = areaOfCountry(country)
  return ownQuery('accuracy', area && ownCall(ACCURACY_PATH, { area, ...of }, AccuracyAnswerSchema))
}

/** By period and by hour of the day; `null` without a country. */
export function accuracyOverTimeQuery(country: string | null, of: Day) {
  const area = areaOfCountry(country ?? '')
  return ownQuery(
    'accuracy-over-time',
    area && ownCall(ACCURACY_OVER_TIME_PATH, { area, ...of }, AccuracyOverTimeAnswerSchema),
  )
}

export const leadersQuery = (of: Day) => ownQuery('leaders', ownCall(LEADERS_PATH, of, LeadersAnswerSchema))

export const runsQuery = (of: DayForecast) => ownQuery('runs', ownCall(RUNS_PATH, of, RunsAnswerSchema))

const rowsCall = <Row>(path: string, parameters: Parameters, row: z.ZodType<Row>) =>
  ownCall(path, { format: 'json', ...parameters }, z.array(row))

const rowsQuery = <Row>(name: string, path: string, parameters: Parameters | null, row: z.ZodType<Row>) =>
  ownQuery(name, parameters && rowsCall(path, parameters, row))

export const readSeriesRows = async (parameters: Parameters, signal?: AbortSignal) =>
  isOwnBackend()
    ? request.authorized({ ...rowsCall(SERIES_PATH, parameters, SeriesRowSchema), ...(signal && { signal }) })
    : null
