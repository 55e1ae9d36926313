import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  AccuracyOverTimeAnswerSchema,
  type AccuracyOverTimeQuery,
  type AccuracyQuery,
  LEADERS_PATH,
  LeadersAnswerSchema,
  RUNS_PATH,
  RunsAnswerSchema,
} from '#contract/accuracy.ts'
import type { AreaCode } from '#contract/areas.ts'
import { forecastCountry } from '#contract/countries.ts'
import { DaySheetAnswerSchema } from '#contract/day-sheet.ts'
import {
  DAY_FORECAST_PATH,
  DAY_SHEET_PATH,
  type DayForecastQuery,
  type DayQuery,
  FORECAST_PATH,
  ForecastAnswerSchema,
  type ForecastQuery,
  PEAKS_PATH,
  PeaksAnswerSchema,
} from '#contract/forecast.ts'
import {
  type ChangeBase,
  ChangeRowSchema,
  CHANGES_PATH,
  DAY_ERRORS_PATH,
  DayErrorRowSchema,
  NO_USUAL,
  USUAL_PATH,
  type UsualRow,
  UsualRowSchema,
} from '#contract/row-tables.ts'
import { SERIES_PATH, SeriesRowSchema } from '#contract/series.ts'
import { zoneName } from '#web/zone/display-zone.ts'

import { request } from './request.ts'
import { askOwnBackend, ownQuery } from './settings.ts'

/** The specified call of the model page. `time`: the local midnights of the day before and of the delivery day, as `yyyy-MM-dd HH:mm`. */
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

/** The same for everything else that shows a forecast, in the page's zone or another one. */
export const dayForecastQuery = (body: DayForecastQuery, timeZone?: string) =>
  ownQuery('day-forecast', { path: DAY_FORECAST_PATH, body, schema: ForecastAnswerSchema, timeZone })

/** The highest hour of each country in the 12 months before a delivery day. */
export const peaksQuery = (body: DayQuery) =>
  ownQuery('peaks', { path: PEAKS_PATH, body, schema: PeaksAnswerSchema })

/** A market day and the day before, by country, quantity and hour. */
export const daySheetQuery = (body: DayQuery) =>
  ownQuery('day-sheet', { path: DAY_SHEET_PATH, body, schema: DaySheetAnswerSchema })

/** What changed in the forecasts of a day of the page's zone, hour by hour and country by country. */
export const changesQuery = (of: { day: string; against: ChangeBase; as_of: string | null }) =>
  rowsQuery('changes', CHANGES_PATH, of, ChangeRowSchema)

/** Some days of an area, the last not included, as of a time or of now. */
type AreaDays = {
  area: AreaCode
  from: string
  to: string
  as_of: string | null
}

/** How far the final forecast of an area was off on each day; nothing is requested for `null`. */
export const dayErrorsQuery = (of: AreaDays | null) =>
  rowsQuery('day-errors', DAY_ERRORS_PATH, of, DayErrorRowSchema)

const NOTHING_USUAL: readonly UsualRow[] = []

/** The usual range of the hours of some days, and a sentence about it; nothing is requested for `null`. */
export function useUsual(
  of: (AreaDays & { quantity: string }) | null,
  describe: (rows: readonly UsualRow[]) => string,
): { rows: readonly UsualRow[]; words: string } {
  const { data, isError } = useQuery(rowsQuery('usual', USUAL_PATH, of, UsualRowSchema))
  const without = data?.find((row) => row.without !== null)?.without
  // The range of some members would stand beside a curve of all.
  if (typeof without === 'string')
    return {
      rows: NOTHING_USUAL,
      words: `There is no usual range of all members: ${without.replaceAll(' ', ', ')} without earlier values.`,
    }
  if (data) return { rows: data, words: data.length === 0 ? NO_USUAL : describe(data) }
  return {
    rows: NOTHING_USUAL,
    words: isError ? 'The usual range could not be loaded.' : 'The usual range is loading…',
  }
}

/** The accuracy of a country's forecast and the band around it; null where the country has no forecast of ours. */
export function accuracyQuery(code: string, of: DayForecastQuery, timeZone?: string) {
  const country = forecastCountry(code)
  const body: AccuracyQuery | null = country && { country, ...of }
  return ownQuery('accuracy', body && { path: ACCURACY_PATH, body, schema: AccuracyAnswerSchema, timeZone })
}

/** The same over several periods before a delivery day and by hour of the day; null without a country too. */
export function accuracyOverTimeQuery(code: string | null, of: DayQuery) {
  const country = forecastCountry(code)
  const body: AccuracyOverTimeQuery | null = country && { country, ...of }
  const path = ACCURACY_OVER_TIME_PATH
  return ownQuery('accuracy-over-time', body && { path, body, schema: AccuracyOverTimeAnswerSchema })
}

/** The accuracy of the forecasts of all countries. */
export const leadersQuery = (body: DayQuery) =>
  ownQuery('leaders', { path: LEADERS_PATH, body, schema: LeadersAnswerSchema })

/** The run behind each country of a delivery day, and the days that have one. */
export const runsQuery = (body: DayForecastQuery) =>
  ownQuery('runs', { path: RUNS_PATH, body, schema: RunsAnswerSchema })

/** What is null is not sent. */
type Parameters = Readonly<Record<string, string | null>>

/** A table of our own API, with the days and hours of the page's zone. */
function rowsCall<Row>(path: string, parameters: Parameters, row: z.ZodType<Row>) {
  const query = new URLSearchParams({ zone: zoneName(), format: 'json' })
  for (const [name, value] of Object.entries(parameters)) if (value !== null) query.set(name, value)
  return { path: `${path}?${query.toString()}`, schema: z.array(row) }
}

const rowsQuery = <Row>(name: string, path: string, parameters: Parameters | null, row: z.ZodType<Row>) =>
  ownQuery(name, parameters && rowsCall(path, parameters, row))

/** Series as rows; null from a foreign backend. Rejects with an `ApiError`. */
export const readSeriesRows = (parameters: Parameters, signal?: AbortSignal) =>
  askOwnBackend(() =>
    request.authorized({ ...rowsCall(SERIES_PATH, parameters, SeriesRowSchema), ...(signal && { signal }) }),
  )
