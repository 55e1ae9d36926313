import { z } from 'zod'

import { MEMBER_CODES } from './areas.ts'

export const SERIES_PATH = '/api/v1/series'

export const SERIES_QUANTITIES = ['load', 'solar', 'wind', 'residual'] as const
export const SERIES_KINDS = ['actual', 'tso', 'model'] as const
export const SERIES_FREQUENCIES = ['15min', 'H', 'D'] as const
export const SERIES_FORMATS = ['csv', 'json', 'parquet'] as const

const time = z.string().max(40)

/** The parameters of a request for one series. */
export const SeriesQuerySchema = z.strictObject({
  area: z.enum(MEMBER_CODES).describe('A country or bidding zone'),
  quantity: z
    .enum(SERIES_QUANTITIES)
    .describe('residual is load − solar − wind, missing where any of the three is missing'),
  kind: z
    .enum(SERIES_KINDS)
    .default('actual')
    .describe('actual: measured; tso: the day-ahead forecast of the TSO; model: our forecast'),
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
    .describe('For tso and model: the forecast as it was known at this time, written like from'),
})
export type SeriesQuery = z.infer<typeof SeriesQuerySchema>

/** A row of an answer: when an interval begins, RFC 3339 in UTC, and its mean power in MW, `null` for missing. */
export const SeriesRowSchema = z.object({ time_utc: z.iso.datetime(), power_mw: z.number().nullable() })
export const SeriesAnswerSchema = z.array(SeriesRowSchema)
