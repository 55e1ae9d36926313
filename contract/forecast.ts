import { z } from 'zod'

import { dictionaryOf } from './dictionary.ts'
import { FREQUENCIES } from './query.ts'

/** The call of the map's values. */
export const FORECAST_PATH = '/energia/tab-2'

export const ForecastQuerySchema = z.strictObject({
  category: z.literal(''),
  area: z.literal(''),
  time: z.tuple([z.string().max(32), z.string().max(32)]),
  frequency: z.enum(FREQUENCIES),
  /** Left out for the forecast that counts; `early` for what was said before the auction, or for the one that counts if there is none. */
  run: z.literal('early').optional(),
})
export type ForecastQuery = z.infer<typeof ForecastQuerySchema>

const megawatts = z.number().nullable()

/** One hour of one country, MW; `null` is not published, never 0. */
export const ForecastEntrySchema = z.object({
  TSO: megawatts,
  Instance_Today: megawatts,
  Instance_Tomorrow: megawatts,
  Final_Value: megawatts,
})
export type ForecastEntry = z.infer<typeof ForecastEntrySchema>

/** By country, by `HH:mm`. */
export const ForecastAnswerSchema = dictionaryOf(dictionaryOf(ForecastEntrySchema))
export type ForecastAnswer = z.infer<typeof ForecastAnswerSchema>
