import { z } from 'zod'

import { SeriesQuerySchema } from './series.ts'
import { deliveryDay } from './wall-time.ts'

export const FORECAST_ROWS_PATH = '/api/v1/forecast'

const { zone, format, as_of } = SeriesQuerySchema.shape

/** The parameters of a request for the forecasts of a day. */
export const ForecastRowsQuerySchema = z.strictObject({
  day: deliveryDay.optional().describe('Delivery day, yyyy-MM-dd; tomorrow'),
  as_of: as_of.describe('What was known at this time: yyyy-MM-dd, yyyy-MM-dd HH:mm or 2026-11-20T12:00Z'),
  zone,
  format,
})

const power = z.number().nullable()

/** One hour of one country: the forecasts of its residual load in MW, and the run that ours are from; `null` for missing. */
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
/** The columns of an answer in their order. */
export const FORECAST_COLUMNS = ForecastRowSchema.keyof().options
export type ForecastColumn = (typeof FORECAST_COLUMNS)[number]

export const CHANGES_PATH = '/api/v1/changes'

/** What the final forecast that counts is compared with. */
const CHANGE_BASES = ['previous', 'early', 'tso', 'actual'] as const
export type ChangeBase = (typeof CHANGE_BASES)[number]

/** The parameters of a request for what changed in the forecasts of a day. */
export const ChangesQuerySchema = z.strictObject({
  ...ForecastRowsQuerySchema.omit({ as_of: true }).shape,
  against: z
    .enum(CHANGE_BASES)
    .default('previous')
    .describe(
      'previous: the run that counted before; early: the last run before the auction; tso: the forecast of the TSO; actual: what was measured',
    ),
})

/**
 * One hour of one country: by how much the final forecast is above what it is compared with, MW, and each part of it. The change of
 * the residual load is that of load less those of solar and wind; `null` where either is missing.
 */
export const ChangeRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.string(),
  load_mw: power,
  solar_mw: power,
  wind_mw: power,
  residual_mw: power,
})
export type ChangeRow = z.infer<typeof ChangeRowSchema>
