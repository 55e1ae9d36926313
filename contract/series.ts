import { z } from 'zod'

import { AREA_CODES, type AreaCode } from './areas.ts'

export const SERIES_PATH = '/api/v1/series'

export const SERIES_QUANTITIES = [
  'load',
  'solar',
  'wind',
  'residual',
  'wind_onshore',
  'wind_offshore',
] as const
export type SeriesQuantity = (typeof SERIES_QUANTITIES)[number]

/** Only measurements and TSOs split wind; the model forecasts it as a whole. */
export function isPartOfWind(quantity: SeriesQuantity): quantity is 'wind_onshore' | 'wind_offshore' {
  return quantity === 'wind_onshore' || quantity === 'wind_offshore'
}

export const SERIES_KINDS = ['actual', 'tso', 'model', 'final', 'p10', 'p90'] as const
export type SeriesKind = (typeof SERIES_KINDS)[number]
/** `uploaded`: all that the user may see. */
const REQUESTED_KINDS = [...SERIES_KINDS, 'uploaded'] as const
export const SERIES_FREQUENCIES = ['15min', 'H', 'D'] as const
export const SERIES_FORMATS = ['csv', 'json', 'parquet'] as const

/** Columns sent only on request. */
export const MORE_COLUMNS = ['unit', 'published_utc', 'basis'] as const

/** Names used by entsoe-py. */
export const aliasesOf = (code: AreaCode): string[] =>
  code === 'DE' ? ['DE_LU'] : code.includes('-') ? [code.replace('-', '_')] : []

const ALIASES: ReadonlyMap<string, string> = new Map([
  ...AREA_CODES.flatMap((code) => aliasesOf(code).map((alias): [string, string] => [alias, code])),
  ...(['h', '1h'] as const).map((alias): [string, string] => [alias, 'H']),
  ...(['d', '1d'] as const).map((alias): [string, string] => [alias, 'D']),
])
export const plainName = (text: string) => ALIASES.get(text) ?? text

const time = z.string().max(40)

/** Separated by commas. */
export const listOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .max(400)
    .transform((text) => [...new Set(text.split(',').map(plainName))])
    .pipe(z.array(z.enum(values)))

export const SeriesQuerySchema = z.strictObject({
  area: listOf(AREA_CODES).describe(
    'Countries, bidding zones or groups (sums of their members), separated by commas',
  ),
  quantity: z
    .enum(SERIES_QUANTITIES)
    .describe(
      'residual is load − solar − wind, missing if any of the three is missing; wind_onshore and wind_offshore only where the source reports both',
    ),
  kind: listOf(REQUESTED_KINDS)
    .prefault('actual')
    .describe(
      'actual: measured; tso: the day-ahead forecast of the TSO; model: our forecast; final: weighted mean of both; p10, p90: its band; uploaded: forecasts of users, labelled in the column forecast. Separated by commas',
    ),
  from: time.describe(
    'Start: yyyy-MM-dd or yyyy-MM-dd HH:mm in the zone, or an instant such as 2026-11-20T12:00Z',
  ),
  to: time.describe('End, written like from; exclusive'),
  frequency: z
    .string()
    .max(5)
    .transform(plainName)
    .pipe(z.enum(SERIES_FREQUENCIES))
    .prefault('H')
    .meta({ enum: [...SERIES_FREQUENCIES, 'h', '1h', 'd', '1d'] })
    .describe(
      'Means of quarter hours (15min, where stored), clock hours (H, h, 1h) or local days (D, d, 1d)',
    ),
  zone: z
    .string()
    .max(64)
    .optional()
    .describe('IANA time zone of times, hours and days; default: Europe/Brussels'),
  format: z.enum(SERIES_FORMATS).default('csv').describe('Format of the answer'),
  as_of: time
    .optional()
    .describe(
      'As known at this time, written like from: forecasts made by then, and actual values of intervals that had ended. D-1T08:00: for each day the forecasts known at 08:00 on the day before (D-1 to D-7, in the zone), beside the current actual values. D-1T08:50-replayed: replayed runs too, from the time that they simulate',
    ),
  run: z
    .enum(['early', 'complete'])
    .optional()
    .describe(
      'Our forecasts only from runs of this kind: early, the last run before the auction; complete, the last run with all published inputs. Default: the current run',
    ),
  forecast: z.string().max(200).optional().describe('Only the uploaded forecast with this label'),
  versions: z
    .literal('all')
    .optional()
    .describe('One row for each version of a forecast value, valid from published_utc; up to as_of if given'),
  columns: listOf(MORE_COLUMNS)
    .optional()
    .describe(
      'Extra columns, separated by commas: unit; published_utc, when a TSO forecast was fetched or a run was made; basis (also in the header x-basis and in the metadata of Parquet): bidding zone, sources with licence, and data version',
    ),
  head: z
    .enum(['basis'])
    .optional()
    .describe('basis: CSV begins with a # line for each area, and JSON is an object with basis and rows'),
})
export type SeriesQuery = z.infer<typeof SeriesQuerySchema>

export const REASON_HEADER = 'x-reason'
/** Bidding zone, sources with licence, and data version. */
export const BASIS_HEADER = 'x-basis'

/** `area` and `kind` only if several are requested. `without`: members left out of a sum for lack of any value, such as `MK RS`. */
export const SeriesRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.enum(AREA_CODES).optional(),
  kind: z.enum(REQUESTED_KINDS).optional(),
  /** Only for an uploaded forecast: its label. */
  forecast: z.string().nullable().optional(),
  power_mw: z.number().nullable(),
  without: z.string().nullable().optional(),
  unit: z.literal('MW').optional(),
  published_utc: z.iso.datetime().nullable().optional(),
  basis: z.string().optional(),
})
export const SeriesAnswerSchema = z.array(SeriesRowSchema)
export const SeriesWithBasisSchema = z.object({ basis: z.array(z.string()), rows: SeriesAnswerSchema })

export const AREAS_PATH = '/api/v1/areas'

/** Groups have no zone, EIC or stored values of their own. */
export const AreaListSchema = z.array(
  z.object({
    code: z.enum(AREA_CODES),
    name: z.string(),
    aliases: z.array(z.string()),
    members: z.array(z.string()),
    /** IANA name. */
    zone: z.string().nullable(),
    /** Energy Identification Code of the bidding zone. */
    eic: z.string().nullable(),
    /** From the first value to the end of the last. */
    stored: z.array(
      z.object({
        quantity: z.string(),
        kind: z.string(),
        from_utc: z.iso.datetime(),
        to_utc: z.iso.datetime(),
      }),
    ),
  }),
)
export type AreaList = z.infer<typeof AreaListSchema>
