import { z } from 'zod'

import { AREA_CODES, MEMBER_CODES } from './areas.ts'
import { LOOK_BEFORE } from './wall-time.ts'

export const QUERY_PATH = '/energia/common-query'

/** As spelled in the specification. */
export const ENERGY_TYPES = ['solar', 'Residual Load', 'wind'] as const
export type EnergyType = (typeof ENERGY_TYPES)[number]
export const ENERGY_TYPE_LABELS: Readonly<Record<EnergyType, string>> = {
  solar: 'Solar',
  'Residual Load': 'Residual Load',
  wind: 'Wind',
}
/** Names in our own calls and in addresses. */
export const QUANTITY_OF = {
  solar: 'solar',
  'Residual Load': 'residual',
  wind: 'wind',
} as const satisfies Record<EnergyType, string>

/** Mean by clock hour, or by local day. */
export const FREQUENCIES = ['H', 'D'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = { H: 'Hourly', D: 'Daily' }
/** Calendar years. */
export const MAX_SPAN_YEARS: Readonly<Record<Frequency, number>> = { H: 2, D: 10 }

export const QuerySchema = z.strictObject({
  category: z.enum(ENERGY_TYPES),
  area: z.enum(AREA_CODES),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
})
export type Query = z.infer<typeof QuerySchema>

/** Extensions of our own server; without them the answer is the specified one. */
export const QueryExtrasSchema = z.strictObject({
  with: z
    .literal('final')
    .optional()
    .describe(
      'Adds the final forecast and the uploaded forecasts visible to the user; for hourly residual load of a single area also P10 and P90',
    ),
  step: z
    .literal('15min')
    .optional()
    .describe('With frequency H: quarter hours; falls back to the hourly value if only hours are stored'),
  as_of: z
    .union([z.iso.datetime(), z.string().regex(LOOK_BEFORE)])
    .optional()
    .describe(
      'An instant: forecasts known by then, and actual values of intervals that had ended. Or an hour before delivery, such as D-1T08:00: for each day the forecasts known by then. With -replayed after it, replayed runs count from the time that they simulate',
    ),
})
export type QueryExtras = z.infer<typeof QueryExtrasSchema>

/** The final forecast and its band only on request. A group also has its members' actual curves, by label. */
export const CURVE_NAMES = {
  actual: 'Actual',
  tso: 'TSO forecast',
  model: 'Model forecast',
  final: 'Final forecast',
  p10: 'P10',
  p90: 'P90',
} as const

export const runName = (name: string, hasReplays: boolean) => (hasReplays ? `${name} (with replays)` : name)

/** `Actual (without MK, RS)` */
export function sumName(name: string, without: readonly string[]): string {
  return without.length === 0 ? name : `${name} (without ${without.join(', ')})`
}

/** By curve name: timestamp to mean power in MW, `null` for missing. */
export const QueryAnswerSchema = z.record(
  z.string(),
  z.object({ data: z.record(z.string(), z.number().nullable()) }),
)

/** `member`: the actual curve of one member of a group. */
export const CURVE_KINDS = ['actual', 'tso', 'model', 'final', 'member', 'p10', 'p90', 'uploaded'] as const
export type CurveKind = (typeof CURVE_KINDS)[number]

/** Requested with `Accept`. */
export const COLUMNS_TYPE = 'application/vnd.energy-metrics.columns.2+json'

/** MW. For a year of values, `z.array` would take longer than all other reading. */
const PowersSchema = z
  .custom<(number | null)[]>(
    (values) => Array.isArray(values) && values.every((mw) => mw === null || Number.isFinite(mw)),
  )
  .meta({ type: 'array', items: { type: ['number', 'null'] } })

/** Ascending epoch seconds; each curve has as many values, or none. */
export const QueryColumnsSchema = z.object({
  timesS: z
    .array(z.int())
    .refine((timesS) => timesS.every((timeS, index) => index === 0 || timeS > (timesS[index - 1] ?? NaN))),
  curves: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(CURVE_KINDS),
        /** Only for a member. */
        area: z.enum(MEMBER_CODES).optional(),
        /** Members that a sum leaves out. */
        without: z.array(z.enum(MEMBER_CODES)).optional(),
        powerMw: PowersSchema,
      }),
    )
    .refine((curves) => new Set(curves.map(({ name }) => name)).size === curves.length),
})
export type QueryColumns = z.infer<typeof QueryColumnsSchema>
