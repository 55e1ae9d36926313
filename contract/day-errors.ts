import { z } from 'zod'

import { SeriesQuerySchema } from './series.ts'

export const DAY_ERRORS_PATH = '/api/v1/day-errors'
export const MAX_ERROR_DAYS = 366

/** What residual load is made of: load − solar − wind. */
export const PARTS = ['load', 'solar', 'wind'] as const
export type Part = (typeof PARTS)[number]
export const QUANTITY_WORDS: Readonly<Record<Part | 'residual', string>> = {
  load: 'Load',
  solar: 'Solar',
  wind: 'Wind',
  residual: 'Residual load',
}

const { from, to, zone, format } = SeriesQuerySchema.shape

/** The parameters of a request for the errors of the final forecast by day. */
export const DayErrorsQuerySchema = z.strictObject({
  area: SeriesQuerySchema.shape.area.describe('One country, bidding zone or group'),
  from,
  to,
  zone,
  format,
})

const power = z.number().nullable()

/**
 * A local day of an area: how far the final forecast that counts was from the actual values, MW. Errors are final less actual, on the
 * hours that have both in all parts; `worst_part` is the one with the largest mean absolute error. `known` is what is known of the day, in
 * words; `null` for nothing.
 */
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
  worst_part: z.enum(PARTS),
  known: z.string().nullable(),
})
export type DayErrorRow = z.infer<typeof DayErrorRowSchema>
