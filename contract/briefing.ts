import { z } from 'zod'

import { RUN_INPUTS } from './accuracy.ts'
import { FORECAST_AREAS } from './countries.ts'
import { DayQuerySchema } from './forecast.ts'
import { PARTS } from './row-tables.ts'
import { listOf } from './series.ts'
import { deliveryDay } from './wall-time.ts'

export const BRIEFING_PATH = '/api/v1/briefing'
/** The countries that the signed-in user follows. */
export const FOLLOWED_PATH = '/energia/followed'
export const MAX_FOLLOWED = 5

const area = z.enum(FORECAST_AREAS)

export const FollowedSchema = z.object({ areas: z.array(area) })
export const FollowedChangeSchema = z.strictObject({ area, isFollowed: z.boolean() })

export const BriefingQuerySchema = DayQuerySchema.extend({
  area: listOf(FORECAST_AREAS)
    .pipe(z.array(area).max(MAX_FOLLOWED))
    .optional()
    .describe(`At most ${MAX_FOLLOWED} countries, separated by commas; those that the user follows`),
  format: z
    .enum(['json', 'text'])
    .optional()
    .describe('Form of the answer; text too where Accept begins with text/plain'),
})

const power = z.number().nullable()
/** `HH:00`, the beginning of an hour in the zone. */
const clock = z.string()
/** RFC 3339, UTC. */
const instant = z.string()

const HourSchema = z.object({
  time_utc: instant,
  clock,
  final_mw: power,
  p10_mw: power,
  p90_mw: power,
  usual_p10_mw: power.describe('P10 of the same hour on such days of earlier years'),
  usual_p90_mw: power,
})
export type BriefingHour = z.infer<typeof HourSchema>

const ForecastFiguresSchema = z.object({
  issued_utc: instant.nullable(),
  lowest_mw: power,
  lowest_hour: clock.nullable(),
  lowest_p10_mw: power,
  lowest_p90_mw: power,
  highest_mw: power,
  highest_hour: clock.nullable(),
  highest_p10_mw: power,
  highest_p90_mw: power,
  below_usual: z
    .array(clock)
    .nullable()
    .describe('Hours below the P10 of the same hour in earlier years; null where nothing is usual'),
  above_usual: z.array(clock).nullable(),
  ramp_mw: power,
  ramp_hour: clock.nullable(),
  may_reach_zero: z.array(clock).nullable().describe('Hours whose P10 is at or below zero'),
})
export type ForecastFigures = z.infer<typeof ForecastFiguresSchema>

const ChangeFiguresSchema = z.object({
  against: z.enum(['previous', 'early']),
  since_utc: instant,
  told_from_mw: z.number(),
  hour: z.string(),
  load_mw: z.number(),
  solar_mw: z.number().describe('Change of solar, as in /api/v1/changes: it adds −solar_mw to residual load'),
  wind_mw: z.number().describe('Change of wind, as in /api/v1/changes: it adds −wind_mw to residual load'),
  residual_mw: z.number(),
})

const ErrorFiguresSchema = z.object({
  day: deliveryDay,
  mae_mw: z.number(),
  tso_mae_mw: power,
  worst_part: z.enum(PARTS),
  worst_part_mae_mw: power,
})
export type ErrorFigures = z.infer<typeof ErrorFiguresSchema>

const DataFiguresSchema = z.object({
  doubts: z.array(z.string()),
  late: z.array(z.enum(PARTS)),
  missing_inputs: z.array(z.enum(RUN_INPUTS)),
  unknown_hours: z.int(),
  more_error_percent: power,
})

const lineOf = <Subject extends string, Figures extends z.ZodType>(subject: Subject, figures: Figures) =>
  z.object({
    subject: z.literal(subject),
    sentence: z.string(),
    address: z.string().describe('The view of the pages that shows it'),
    figures,
  })

/** A sentence about a subject, and its figures: powers end with `_mw`, hours are clocks `HH:00` of the zone, instants RFC 3339 in UTC. */
const LineSchema = z.discriminatedUnion('subject', [
  lineOf('Forecast', ForecastFiguresSchema),
  lineOf('Change', ChangeFiguresSchema),
  lineOf('Error', ErrorFiguresSchema),
  lineOf('Data', DataFiguresSchema),
])
export type BriefingLine = z.infer<typeof LineSchema>
export type LineOf<Subject extends BriefingLine['subject']> = Extract<BriefingLine, { subject: Subject }>

const CountrySchema = z.object({
  area,
  name: z.string(),
  hours: z.array(HourSchema).describe('The hours of the day'),
  lines: z.array(LineSchema),
})
export type BriefingCountry = z.infer<typeof CountrySchema>

export const BriefingSchema = z.object({
  day: deliveryDay,
  zone: z.string(),
  countries: z.array(CountrySchema),
})
export type Briefing = z.infer<typeof BriefingSchema>
