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
