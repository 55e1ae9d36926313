import { z } from 'zod'

import { RUN_INPUTS } from './accuracy.ts'
import { FORECAST_AREAS } from './countries.ts'
import { DayQuerySchema } from './forecast.ts'
import { PARTS } from './row-tables.ts'
import { listOf } from './series.ts'
import { deliveryDay } from './wall-time.ts'

export const BRIEFING_PATH = '/api/v1/briefing'
export const FOLLOWED_PATH = '/energia/followed'
export const MAX_FOLLOWED = 5

const area = z.enum(FORECAST_AREAS)

export const FollowedSchema = z.object({ areas: z.array(area) })
export const FollowedChangeSchema = z.strictObject({ area, isFollowed: z.boolean() })

export const BriefingQuerySchema = DayQuerySchema.extend({
  area: listOf(FORECAST_AREAS)
    .pipe(z.array(area).max(MAX_FOLLOWED))
    .optional()
    .describe(
      `At most ${MAX_FOLLOWED} countries, separated by commas; default: the countries that the user follows`,
    ),
  format: z
    .enum(['json', 'text'])
    .optional()
    .describe('Format of the answer; an Accept header that begins with text/plain also selects text'),
})

const power = z.number().nullable()
/** Start of an hour in the zone, `HH:00`. */
const clock = z.string()
/** RFC 3339, UTC. */
const instant = z.string()

const HourSchema = z.object({
  time_utc: instant,
  clock,
  final_mw: power,
  p10_mw: power,
  p90_mw: power,
  usual_p10_mw: power.describe('P10 of the same hour on comparable days of earlier years'),
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
    .describe('Hours below the P10 of the same hour in earlier years; null without a usual range'),
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
  solar_mw: z.number().describe('Change of solar, as in /api/v1/changes; changes residual load by −solar_mw'),
  wind_mw: z.number().describe('Change of wind, as in /api/v1/changes; changes residual load by −wind_mw'),
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
    address: z.string().describe('Path of the page that shows it'),
    figures,
  })

/** Powers end with `_mw`, hours are `HH:00` in the zone, instants RFC 3339 in UTC. */
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
