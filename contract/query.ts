import { z } from 'zod'

import { AREA_CODES, MEMBER_CODES } from './areas.ts'
import { LOOK_BEFORE } from './wall-time.ts'

export const QUERY_PATH = '/energia/common-query'

/** Quantities of a graph, as the specification writes them. */
export const ENERGY_TYPES = ['solar', 'Residual Load', 'wind'] as const
export type EnergyType = (typeof ENERGY_TYPES)[number]
export const ENERGY_TYPE_LABELS: Readonly<Record<EnergyType, string>> = {
  solar: 'Solar',
  'Residual Load': 'Residual Load',
  wind: 'Wind',
}
/** The name of a quantity in our own calls and in the address of a dashboard. */
export const QUANTITY_OF = {
  solar: 'solar',
  'Residual Load': 'residual',
  wind: 'wind',
} as const satisfies Record<EnergyType, string>

/** Mean per clock hour, or mean per local day. */
export const FREQUENCIES = ['H', 'D'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = { H: 'Hourly', D: 'Daily' }
/** The longest range that is answered, in calendar years. */
export const MAX_SPAN_YEARS: Readonly<Record<Frequency, number>> = { H: 2, D: 10 }

export const QuerySchema = z.strictObject({
  category: z.enum(ENERGY_TYPES),
  area: z.enum(AREA_CODES),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
})
export type Query = z.infer<typeof QuerySchema>

/** Parameters with which our own server adds to an answer; without any it is the specified answer. */
export const QueryExtrasSchema = z.strictObject({
  with: z
    .literal('final')
    .optional()
    .describe(
      'Also the final forecast, for hours of the residual load of a single area P10 and P90, and uploaded forecasts that the user may see',
    ),
  step: z
    .literal('15min')
    .optional()
    .describe(
      'With frequency H: quarter hours, where the hour that one belongs to stands for it if only hours are stored',
    ),
  as_of: z
    .union([z.iso.datetime(), z.string().regex(LOOK_BEFORE)])
    .optional()
    .describe(
      'Forecasts as they were known at this instant, and actual values of what had ended by then; or forecasts of each day as they were known at an hour before it, such as D-1T08:00',
    ),
})
export type QueryExtras = z.infer<typeof QueryExtrasSchema>

/** Curve names in this order; the final forecast and its band only on request. A group also has the actual curve of each member, under its label. */
export const CURVE_NAMES = {
  actual: 'Actual',
  tso: 'TSO forecast',
  model: 'Model forecast',
  final: 'Final forecast',
  p10: 'P10',
  p90: 'P90',
} as const

/** `Actual`, or `Actual (without MK, RS)`: the name of a sum that leaves out members of its group. */
export function sumName(name: string, without: readonly string[]): string {
  return without.length === 0 ? name : `${name} (without ${without.join(', ')})`
}

/** Answer of a graph query: by curve name, a map of timestamp to mean power in MW, `null` for missing. */
export const QueryAnswerSchema = z.record(
  z.string(),
  z.object({ data: z.record(z.string(), z.number().nullable()) }),
)

/** Kinds of curves. `member` holds the actual values of one member of a group. */
export const CURVE_KINDS = ['actual', 'tso', 'model', 'final', 'member', 'p10', 'p90', 'uploaded'] as const
export type CurveKind = (typeof CURVE_KINDS)[number]

/** The type of an answer by columns, for clients that ask for it with `Accept`. */
export const COLUMNS_TYPE = 'application/vnd.energy-metrics.columns.2+json'

/** Powers in MW, null for missing. By hand: the schema of an array would take longer for a year than all the rest of reading it. */
const PowersSchema = z
  .custom<(number | null)[]>(
    (values) => Array.isArray(values) && values.every((mw) => mw === null || Number.isFinite(mw)),
  )
  .meta({ type: 'array', items: { type: ['number', 'null'] } })

/** An answer by columns: ascending epoch seconds, and by curve a value for each or none at all. */
export const QueryColumnsSchema = z.object({
  timesS: z
    .array(z.int())
    .refine((timesS) => timesS.every((timeS, index) => index === 0 || timeS > (timesS[index - 1] ?? NaN))),
  curves: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(CURVE_KINDS),
        /** Only of a member: which one. */
        area: z.enum(MEMBER_CODES).optional(),
        /** Only of a sum: the members of the group that it leaves out, if any. */
        without: z.array(z.enum(MEMBER_CODES)).optional(),
        powerMw: PowersSchema,
      }),
    )
    .refine((curves) => new Set(curves.map(({ name }) => name)).size === curves.length),
})
export type QueryColumns = z.infer<typeof QueryColumnsSchema>
