import { z } from 'zod'

import { dictionaryOf, readEmptyList } from './dictionary.ts'
import { FREQUENCIES } from './query.ts'
import { SeriesQuerySchema } from './series.ts'
import { deliveryDay } from './wall-time.ts'

/** The specified call of the map's values, with the specified keys and no others. */
export const FORECAST_PATH = '/energia/tab-2'
/** Its values for other uses than the map of the newest forecast, on our own server only. */
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

/** A delivery day, and when it is looked at. */
export const DayQuerySchema = z.strictObject({
  day: deliveryDay.optional().describe('Delivery day, yyyy-MM-dd; tomorrow'),
  as_of: as_of.describe('Answers as known at this time: yyyy-MM-dd, yyyy-MM-dd HH:mm or 2026-11-20T12:00Z'),
  zone,
})

/** A delivery day, and which forecast of it. */
export const DayForecastQuerySchema = DayQuerySchema.extend({
  run: z
    .enum(['early', 'complete', 'previous'])
    .optional()
    .describe(
      'early: the last run before the auction, or if there is none the one that counts; complete: the last with all that is published; previous: the one that counted before; left out for the one that counts',
    ),
})
export type DayForecastQuery = z.input<typeof DayForecastQuerySchema>

const megawatts = z.number().nullable()

/** By country its highest hour of actual residual load in the 12 months before the day, MW; null where no hour is whole. */
export const PeaksAnswerSchema = dictionaryOf(megawatts)
export type PeaksAnswer = z.infer<typeof PeaksAnswerSchema>

/** Over how many hours a ramp is measured. */
export const RAMP_HOURS = 3
export const RAMP_NAME = `ramp over ${RAMP_HOURS} hours`

/** The ramp between two values that are `RAMP_HOURS` apart, MW; null where one is missing. */
export function rampMw(fromMw: number | null | undefined, toMw: number | null | undefined): number | null {
  return typeof fromMw === 'number' && typeof toMw === 'number' ? toMw - fromMw : null
}

/** A field that another backend leaves out is missing in that hour only. */
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
/** That answer from another backend: a value, hour or country that cannot be read is missing, unless no country can be read. */
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
