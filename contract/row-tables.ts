import { z } from 'zod'

import { DayForecastQuerySchema, DayQuerySchema } from './forecast.ts'
import { SeriesQuerySchema } from './series.ts'

/* The small tables of `/api/v1`, in MW. `as_of`: forecasts made by then, and actual values of hours that had ended. */

/** Residual load is load − solar − wind. */
export const PARTS = ['load', 'solar', 'wind'] as const
export type Part = (typeof PARTS)[number]
export const PARTS_AND_RESIDUAL = [...PARTS, 'residual'] as const
export const QUANTITY_WORDS: Readonly<Record<Part | 'residual', string>> = {
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
  residual: 'Residual load',
}

const { area, from, to, zone, format, as_of, run, forecast } = SeriesQuerySchema.shape
const power = z.number().nullable()

export const FORECAST_ROWS_PATH = '/api/v1/forecast'

export const ForecastRowsQuerySchema = DayForecastQuerySchema.extend({ format })

export const ForecastRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.string(),
  tso_mw: power,
  model_mw: power,
  final_mw: power,
  p10_mw: power,
  p90_mw: power,
  run_kind: z.enum(['early', 'complete']).nullable(),
  run_issued_utc: z.iso.datetime().nullable(),
})

export type ForecastRow = z.infer<typeof ForecastRowSchema>

export const CHANGES_PATH = '/api/v1/changes'

const CHANGE_BASES = ['previous', 'early', 'tso', 'actual'] as const
export type ChangeBase = (typeof CHANGE_BASES)[number]

export const ChangesQuerySchema = DayQuerySchema.extend({
  format,
  run,
  against: z
    .enum(CHANGE_BASES)
    .default('previous')
    .describe(
      'previous: the run before the current one; early: the last run before the auction; tso: the TSO forecast; actual: measured values',
    ),
})

export const ChangeRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.string(),
  load_mw: power,
  solar_mw: power.describe('Change of solar; changes residual load by −solar_mw'),
  wind_mw: power.describe('Change of wind; changes residual load by −wind_mw'),
  residual_mw: power.describe(
    'load_mw − solar_mw − wind_mw; against actual, a positive value is a forecast that was too high',
  ),
})
export type ChangeRow = z.infer<typeof ChangeRowSchema>

export const DAY_ERRORS_PATH = '/api/v1/day-errors'
export const MAX_ERROR_DAYS = 366

export const DayErrorsQuerySchema = z.strictObject({
  area: area.describe('One country, bidding zone or group'),
  from,
  to,
  zone,
  as_of,
  run,
  forecast: forecast.describe('Label of an uploaded forecast to score instead of the final forecast'),
  format,
})

/** Forecast less actual, on hours that have both in all parts. */
export const DayErrorRowSchema = z.object({
  day: z.iso.date(),
  mae_mw: power,
  bias_mw: power,
  load_mae_mw: power,
  load_bias_mw: power,
  solar_mae_mw: power,
  solar_bias_mw: power,
  wind_mae_mw: power,
  wind_bias_mw: power,
  worst_part: z.enum(PARTS).nullable(),
  known: z.string().nullable(),
})
export type DayErrorRow = z.infer<typeof DayErrorRowSchema>

export const USUAL_PATH = '/api/v1/usual'
export const MAX_USUAL_DAYS = 92
/** On each side of the date. */
export const USUAL_WINDOW_DAYS = 15
export const MIN_USUAL_YEARS = 2
export const NO_USUAL = `There is no usual range: it needs actual values of this season in at least ${MIN_USUAL_YEARS} earlier years.`

export const UsualQuerySchema = DayErrorsQuerySchema.omit({ run: true, forecast: true }).extend({
  quantity: z.enum(PARTS_AND_RESIDUAL).describe('residual is load − solar − wind'),
})

/** Range of actual values. */
export const UsualFiguresSchema = z.object({
  median_mw: z.number(),
  p10_mw: z.number(),
  p90_mw: z.number(),
  sample_days: z.int(),
})
export type UsualFigures = z.infer<typeof UsualFiguresSchema>

/** Range of the same hour around the date in earlier years; working days and other days separately. */
export const UsualRowSchema = z.object({
  time_utc: z.iso.datetime(),
  ...UsualFiguresSchema.shape,
  first_year: z.int().describe('First and last earlier year with values around the date'),
  last_year: z.int(),
  without: z
    .string()
    .nullable()
    .describe('Members left out of a group because they have no earlier values, separated by spaces'),
})
export type UsualRow = z.infer<typeof UsualRowSchema>
