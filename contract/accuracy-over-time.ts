import { z } from 'zod'

import { ForecastRunSchema, ScoresSchema } from './accuracy.ts'
import { FORECAST_COUNTRIES } from './countries.ts'
import { deliveryDay } from './wall-time.ts'

export const ACCURACY_OVER_TIME_PATH = '/energia/accuracy-over-time'
export const LEADERS_PATH = '/energia/leaders'

/** How many scored days a period has at most. */
export const PERIOD_DAYS = [7, 28, 90] as const
export type PeriodDays = (typeof PERIOD_DAYS)[number]

export const AccuracyOverTimeQuerySchema = z.strictObject({
  country: z.enum(FORECAST_COUNTRIES),
  /** Days before this one are scored. Tomorrow where it is left out. */
  day: deliveryDay.optional(),
})
export type AccuracyOverTimeQuery = z.infer<typeof AccuracyOverTimeQuerySchema>

export const LeadersQuerySchema = z.strictObject({
  /** Days before this one are scored. Tomorrow where it is left out. */
  day: deliveryDay.optional(),
})
export type LeadersQuery = z.infer<typeof LeadersQuerySchema>

/** The kind of run that a country shows on the asked day; null where none is kept. */
const shownKind = ForecastRunSchema.shape.kind.nullable()
const periodDays = z.union(PERIOD_DAYS.map((days) => z.literal(days)))

const HourScoresSchema = ScoresSchema.pick({
  hours: true,
  tsoMaeMw: true,
  modelMaeMw: true,
  finalMaeMw: true,
  naiveMaeMw: true,
  bandCoverage: true,
}).extend({ hour: z.number().int().min(0).max(23) })

/** Scores of one kind of run over a period, in all and by hour of the local day. */
const CountryScoresSchema = ScoresSchema.extend({ byHour: z.array(HourScoresSchema) })
export type CountryScores = z.infer<typeof CountryScoresSchema>

/** How good the forecast of one country was over each period, each kind of run by its own past. */
export const AccuracyOverTimeAnswerSchema = z.object({
  country: z.enum(FORECAST_COUNTRIES),
  day: deliveryDay,
  shownKind,
  periods: z.array(z.object({ days: periodDays, early: CountryScoresSchema, complete: CountryScoresSchema })),
})
export type AccuracyOverTimeAnswer = z.infer<typeof AccuracyOverTimeAnswerSchema>

/** The same for all countries, without the hours. */
export const LeadersAnswerSchema = z.object({
  day: deliveryDay,
  countries: z.array(
    z.object({
      country: z.enum(FORECAST_COUNTRIES),
      shownKind,
      periods: z.array(z.object({ days: periodDays, early: ScoresSchema, complete: ScoresSchema })),
    }),
  ),
})
export type LeadersAnswer = z.infer<typeof LeadersAnswerSchema>
