import { z } from 'zod'

import { AREA_CODES } from './areas.ts'

export const QUERY_PATH = '/energia/common-query'

/** Zone of the coupled market: a delivery day is a day of this zone. */
export const DEFAULT_TIME_ZONE = 'Europe/Brussels'

/** What a graph can show, as the specification writes it. */
export const ENERGY_TYPES = ['solar', 'Residual Load', 'wind'] as const
export type EnergyType = (typeof ENERGY_TYPES)[number]
export const ENERGY_TYPE_LABELS: Readonly<Record<EnergyType, string>> = {
  solar: 'Solar',
  'Residual Load': 'Residual Load',
  wind: 'Wind',
}

/** Mean per clock hour, or mean per local day. */
export const FREQUENCIES = ['H', 'D'] as const
export type Frequency = (typeof FREQUENCIES)[number]
export const FREQUENCY_LABELS: Readonly<Record<Frequency, string>> = { H: 'Hourly', D: 'Daily' }

export const QuerySchema = z.strictObject({
  category: z.enum(ENERGY_TYPES),
  area: z.enum(AREA_CODES),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
})
export type Query = z.infer<typeof QuerySchema>

/** Curve names of an answer, in this order; a group then has one actual curve per member, under its label. */
export const CURVE_NAMES = {
  actual: 'Actual',
  tso: 'TSO forecast',
  model: 'Model forecast',
} as const

/** Answer of a graph query: by curve name, a map of timestamp to mean power in MW, `null` for missing. */
export const QueryAnswerSchema = z.record(
  z.string(),
  z.object({ data: z.record(z.string(), z.number().nullable()) }),
)

/**
 * The same with only what is checked on arrival: the envelope. A long answer has tens of thousands of values, which are
 * checked by the code that shapes them.
 */
export const QueryEnvelopeSchema = z.record(
  z.string(),
  z.object({
    data: z.custom<Readonly<Record<string, unknown>>>(
      (data) => typeof data === 'object' && data !== null && !Array.isArray(data),
    ),
  }),
)
export type QueryEnvelope = z.infer<typeof QueryEnvelopeSchema>

/** The type of an answer by columns, for clients that ask for it with `Accept`. */
export const COLUMNS_TYPE = 'application/vnd.energy-metrics.columns+json'

/** The same answer by columns: ascending times in epoch seconds, and by curve one value per time, or none at all. */
export const QueryColumnsSchema = z.object({
  timesS: z.array(z.int()),
  curves: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
})

const ColumnSchema = z.custom<readonly unknown[]>((column) => Array.isArray(column))
/** The same with only what is checked on arrival, as in `QueryEnvelopeSchema`. */
export const ColumnsEnvelopeSchema = z.object({
  timesS: ColumnSchema,
  curves: z.array(z.object({ name: z.string(), values: ColumnSchema })),
})
export type ColumnsEnvelope = z.infer<typeof ColumnsEnvelopeSchema>
