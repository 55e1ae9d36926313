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

/** Parts of wind that only measurements and TSOs have: the model forecasts all wind together. */
export function isPartOfWind(quantity: SeriesQuantity): quantity is 'wind_onshore' | 'wind_offshore' {
  return quantity === 'wind_onshore' || quantity === 'wind_offshore'
}

export const SERIES_KINDS = ['actual', 'tso', 'model', 'final', 'p10', 'p90'] as const
export type SeriesKind = (typeof SERIES_KINDS)[number]
/** Kinds that can be requested: `uploaded` stands for every uploaded forecast that the user may see. */
const REQUESTED_KINDS = [...SERIES_KINDS, 'uploaded'] as const
export const SERIES_FREQUENCIES = ['15min', 'H', 'D'] as const
export const SERIES_FORMATS = ['csv', 'json', 'parquet'] as const

/** Columns of an answer that come only where they are requested. */
export const MORE_COLUMNS = ['unit', 'published_utc', 'basis'] as const

/** Names of areas that are common elsewhere, and accepted: those of entsoe-py. */
export const aliasesOf = (code: AreaCode): string[] =>
  code === 'DE' ? ['DE_LU'] : code.includes('-') ? [code.replace('-', '_')] : []

const ALIASES: ReadonlyMap<string, string> = new Map([
  ...AREA_CODES.flatMap((code) => aliasesOf(code).map((alias): [string, string] => [alias, code])),
  ...(['h', '1h'] as const).map((alias): [string, string] => [alias, 'H']),
  ...(['d', '1d'] as const).map((alias): [string, string] => [alias, 'D']),
])
/** The product's own name of an area or frequency that may have a common other one. */
export const plainName = (text: string) => ALIASES.get(text) ?? text

const time = z.string().max(40)

/** One or several values, separated by commas. */
export const listOf = <Value extends string>(values: readonly Value[]) =>
  z
    .string()
    .max(400)
    .transform((text) => [...new Set(text.split(',').map(plainName))])
    .pipe(z.array(z.enum(values)))

export const SeriesQuerySchema = z.strictObject({
  area: listOf(AREA_CODES).describe(
    'Countries, bidding zones or groups, whose values are sums of their members; several are separated by commas',
  ),
  quantity: z
    .enum(SERIES_QUANTITIES)
    .describe(
      'residual is load − solar − wind, missing where any of the three is missing; wind_onshore and wind_offshore are there where the source says both parts',
    ),
  kind: listOf(REQUESTED_KINDS)
    .prefault('actual')
    .describe(
      'actual: measured; tso: the day-ahead forecast of the TSO; model: our forecast; final: both, weighted; p10, p90: the band around it; uploaded: forecasts that users uploaded, named by the column forecast; several are separated by commas',
    ),
  from: time.describe(
    'First time: yyyy-MM-dd or yyyy-MM-dd HH:mm in the zone, or an instant such as 2026-11-20T12:00Z',
  ),
  to: time.describe('End, written like from; it does not belong to the answer'),
  frequency: z
    .string()
    .max(5)
    .transform(plainName)
    .pipe(z.enum(SERIES_FREQUENCIES))
    .prefault('H')
    .meta({ enum: [...SERIES_FREQUENCIES, 'h', '1h', 'd', '1d'] })
    .describe(
      'Means of quarter hours (15min, where they are stored), of clock hours (H, h, 1h) or of local days (D, d, 1d)',
    ),
  zone: z.string().max(64).optional().describe('IANA time zone of times, hours and days; Europe/Brussels'),
  format: z.enum(SERIES_FORMATS).default('csv').describe('Form of the answer'),
  as_of: time
    .optional()
    .describe(
      'Answers as known at this time, written like from; actual values are those of intervals that had ended. D-1T08:00 answers each day with the forecasts that were known at 08:00 on the day before it (D-1 to D-7, in the zone), beside the actual values that count now',
    ),
  run: z
    .enum(['early', 'complete'])
    .optional()
    .describe(
      'Our forecasts of each day from runs of this kind alone: early, the last before the auction; complete, with all that is published; left out for the run that counts',
    ),
  forecast: z.string().max(200).optional().describe('Takes only the uploaded forecast with this label'),
  versions: z
    .literal('all')
    .optional()
    .describe(
      'A row for each value that a forecast had, from the moment published_utc on, up to as_of if that is requested',
    ),
  columns: listOf(MORE_COLUMNS)
    .optional()
    .describe(
      'More columns, separated by commas: unit; published_utc, when a forecast was fetched from the TSO or a run was made; basis, which is also in the header x-basis and in the metadata of Parquet: bidding zone, sources with licence, and version of the values',
    ),
  head: z
    .enum(['basis'])
    .optional()
    .describe(
      'With basis, CSV begins with a line # for each area, and JSON is an object with the members basis and rows',
    ),
})
export type SeriesQuery = z.infer<typeof SeriesQuerySchema>

/** Says why an answer has no rows. */
export const REASON_HEADER = 'x-reason'
/** Names bidding zone, sources with licence, and version of the values of each area of an answer. */
export const BASIS_HEADER = 'x-basis'

/**
 * A row of an answer, with area and kind where several are requested: when an interval begins, RFC 3339 in UTC, and its mean power in MW, `null` for missing. For a group the members
 * that have no value in the whole time and that the sum leaves out, such as `MK RS`; `null` for none. On request the unit, and when the
 * last of the values that a forecast is made of was published; `null` where that is not known.
 */
export const SeriesRowSchema = z.object({
  time_utc: z.iso.datetime(),
  area: z.enum(AREA_CODES).optional(),
  kind: z.enum(REQUESTED_KINDS).optional(),
  /** Label of an uploaded forecast; `null` for other kinds. */
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

/** Areas that can be requested. Instants are UTC, RFC 3339; a group has neither zones nor stored values of its own. */
export const AreaListSchema = z.array(
  z.object({
    code: z.enum(AREA_CODES),
    name: z.string(),
    /** Other names that are accepted. */
    aliases: z.array(z.string()),
    members: z.array(z.string()),
    /** IANA name of its time zone. */
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
