import { z } from 'zod'

import { PARTS } from './day-errors.ts'
import { SeriesQuerySchema } from './series.ts'

export const USUAL_PATH = '/api/v1/usual'
export const MAX_USUAL_DAYS = 92
/** How far the days before and after the same date count, and from how many earlier years at least. */
export const USUAL_WINDOW_DAYS = 15
export const MIN_USUAL_YEARS = 2

const { area, from, to, zone, format } = SeriesQuerySchema.shape

/** The parameters of a request for what is usual. */
export const UsualQuerySchema = z.strictObject({
  area: area.describe('One country, bidding zone or group'),
  quantity: z.enum([...PARTS, 'residual']).describe('residual is load − solar − wind'),
  from,
  to,
  zone,
  format,
})
export type UsualQuery = z.infer<typeof UsualQuerySchema>

/** Median, P10 and P90 of what was measured, MW, and of how many days. */
export const UsualFiguresSchema = z.object({
  median_mw: z.number(),
  p10_mw: z.number(),
  p90_mw: z.number(),
  sample_days: z.int(),
})
export type UsualFigures = z.infer<typeof UsualFiguresSchema>

/**
 * What was measured in the same hour of the days around the same date in earlier years, of working days for a Monday to Friday and of
 * others for a weekend.
 */
export const UsualRowSchema = z.object({ time_utc: z.iso.datetime(), ...UsualFiguresSchema.shape })
export type UsualRow = z.infer<typeof UsualRowSchema>
