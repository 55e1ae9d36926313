import { z } from 'zod'

import { AREA_CODES } from './areas.ts'

export const SERIES_PATH = '/api/v1/series'

export const SERIES_QUANTITIES = ['load', 'solar', 'wind', 'residual'] as const
export const SERIES_KINDS = ['actual', 'tso', 'model', 'final', 'p10', 'p90'] as const
export type SeriesKind = (typeof SERIES_KINDS)[number]
export const SERIES_FREQUENCIES = ['15min', 'H', 'D'] as const
export const SERIES_FORMATS = ['csv', 'json', 'parquet'] as const

const time = z.string().max(40)

/** One or several values, separated by commas. */
const listOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .max(400)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(values)))

/** The parameters of a request for series. */
export const SeriesQuerySchema = z.strictObject({
  area: listOf(AREA_CODES).describe(
    'Countries, bidding zones or groups, whose values are sums of their members; several are separated by commas',
  ),
  quantity: z
    .enum(SERIES_QUANTITIES)
    .describe('residual is load − solar − wind, missing where any of the three is missing'),
  kind: listOf(SERIES_KINDS)
    .prefault('actual')
    .describe(
      'actual: measured; tso: the day-ahead forecast of the TSO; model: our forecast; final: both, weighted; p10, p90: the band around it; several are separated by commas',
    ),
  from: time.describe(
    'First time: yyyy-MM-dd or yyyy-MM-dd HH:mm in the zone, or an instant such as 2026-11-20T12:00Z',
  ),
  to: time.describe('End, written like from; it does not belong to the answer'),
  frequency: z
    .enum(SERIES_FREQUENCIES)
    .default('H')
    .describe('Means of quarter hours (where they are stored), of clock hours or of local days'),
  zone: z.string().max(64).optional().describe('IANA time zone of times, hours and days; Europe/Brussels'),
  format: z.enum(SERIES_FORMATS).default('csv').describe('Form of the answer'),
  as_of: time
    .optional()
    .describe(
      'What was known at this time, written like from; of actual values the intervals that had ended',
    ),
})
export type SeriesQuery = z.infer<typeof SeriesQuerySchema>

/** Says why an answer has no rows. */
export const REASON_HEADER = 'x-reason'

/**
 * A row of an answer, with area and kind where several are asked for: when an interval begins, RFC 3339 in UTC, and its mean power in MW, `null` for missing. For a group the members
 * that have no value in the whole time and that the sum leaves out, such as `MK RS`; `null` for none.
 */
export const SeriesRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.enum(AREA_CODES).optional(),
  kind: z.enum(SERIES_KINDS).optional(),
  power_mw: z.number().nullable(),
  without: z.string().nullable().optional(),
})
export const SeriesAnswerSchema = z.array(SeriesRowSchema)
