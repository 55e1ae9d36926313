import { z } from 'zod'

import { dictionaryOf, readEmptyList } from './dictionary.ts'
import { FREQUENCIES } from './query.ts'
import { SeriesQuerySchema } from './series.ts'
import { deliveryDay } from './wall-time.ts'

/** The specified call; its keys are fixed. */
export const FORECAST_PATH = '/energia/tab-2'
/** The same values for other uses; on our own server only. */
export const DAY_FORECAST_PATH = '/api/v1/day-forecast'
export const PEAKS_PATH = '/api/v1/peaks'
export const DAY_SHEET_PATH = '/api/v1/day-sheet'

export const ForecastQuerySchema = z.strictObject({
  category: z.literal(''),
  area: z.literal(''),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
})
export type ForecastQuery = z.infer<typeof ForecastQuerySchema>

const { as_of, zone } = SeriesQuerySchema.shape

export const DayQuerySchema = z.strictObject({
  day: deliveryDay.optional().describe('Delivery day, yyyy-MM-dd; default: tomorrow'),
  as_of: as_of.describe('As known at this time: yyyy-MM-dd, yyyy-MM-dd HH:mm or 2026-11-20T12:00Z'),
  zone,
})

export const DayForecastQuerySchema = DayQuerySchema.extend({
  run: z
    .enum(['early', 'complete', 'previous'])
    .optional()
    .describe(
      'early: the last run before the auction, or the current run if there is none; complete: the last run with all published inputs; previous: the run before the current one. Default: the current run',
    ),
})
export type DayForecastQuery = z.input<typeof DayForecastQuerySchema>

const megawatts = z.number().nullable()

/** Actual residual load in the 12 months before the day, MW; null without a complete hour. */
export const PeaksAnswerSchema = dictionaryOf(megawatts)
export type PeaksAnswer = z.infer<typeof PeaksAnswerSchema>

export const RAMP_HOURS = 3
export const RAMP_NAME = `ramp over ${RAMP_HOURS} hours`

/** Values are `RAMP_HOURS` apart, MW. */
export function rampMw(fromMw: number | null | undefined, toMw: number | null | undefined): number | null {
  return typeof fromMw === 'number' && typeof toMw === 'number' ? toMw - fromMw : null
}

/** A field that another backend omits is missing in that hour only. */
const field = megawatts.default(null)

/** One hour of one country, MW; `null` is not published, never 0. */
export const ForecastEntrySchema = z.object({
  TSO: field,
  Instance_Today: field,
  Instance_Tomorrow: field,
  Final_Value: field,
})
export type ForecastEntry = z.infer<typeof ForecastEntrySchema>

/** By country, by `HH:mm`. */
export const ForecastAnswerSchema = dictionaryOf(dictionaryOf(ForecastEntrySchema))

const oddField = field.catch(null)
const OddEntrySchema = z
  .object({ TSO: oddField, Instance_Today: oddField, Instance_Tomorrow: oddField, Final_Value: oddField })
  .catch({ TSO: null, Instance_Today: null, Instance_Tomorrow: null, Final_Value: null })
/** For other backends: an unreadable value, hour or country is missing, unless no country can be read. */
export const OddForecastAnswerSchema = dictionaryOf(
  z.preprocess(readEmptyList, dictionaryOf(OddEntrySchema)).nullable().catch(null),
)
  .refine((answer) => {
    const countries = Object.values(answer)
    return countries.length === 0 || countries.some((hours) => hours !== null)
  })
  .transform((answer): z.infer<typeof ForecastAnswerSchema> => {
    const read = Object.entries(answer).flatMap(([country, hours]) =>
      hours === null || Object.keys(hours).length === 0 ? [] : [[country, hours] as const],
    )
    return Object.assign({ __proto__: null }, Object.fromEntries(read))
  })
export type ForecastAnswer = z.infer<typeof ForecastAnswerSchema>
