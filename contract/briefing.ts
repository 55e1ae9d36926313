import { z } from 'zod'

import { FORECAST_AREAS } from './countries.ts'
import { DATA_ITEMS, DAY_STATES } from './data-days.ts'
import { DayQuerySchema } from './forecast.ts'
import { PARTS } from './row-tables.ts'
import { listOf } from './series.ts'
import { deliveryDay } from './wall-time.ts'

export const BRIEFING_PATH = '/api/v1/briefing'
/** The countries that the signed-in user follows. */
export const FOLLOWED_PATH = '/energia/followed'
export const MAX_FOLLOWED = 5

const area = z.enum(FORECAST_AREAS)

export const FollowedSchema = z.strictObject({ areas: z.array(area).max(MAX_FOLLOWED) })

export const BriefingQuerySchema = DayQuerySchema.extend({
  area: listOf(FORECAST_AREAS)
    .pipe(z.array(area).max(MAX_FOLLOWED))
    .optional()
    .describe(
      `Countries of the map, separated by commas, at most ${MAX_FOLLOWED}; those that the user follows`,
    ),
  format: z
    .enum(['json', 'text'])
    .optional()
    .describe('Form of the answer; text also where the header Accept asks for text/plain first'),
})

const megawatts = z.number().nullable()
/** A value and the clock of its hour, `HH:00`; of a ramp of its last hour. */
const MomentSchema = z.object({ valueMw: z.number(), clock: z.string() })
const BandedSchema = MomentSchema.extend({ p10Mw: megawatts, p90Mw: megawatts })

/** What is said of a subject, the view of the pages that shows it, and its figures in MW. */
function lineOf<Subject extends string, Figures extends z.ZodRawShape>(subject: Subject, figures: Figures) {
  return z.object({
    subject: z.literal(subject),
    sentence: z.string(),
    address: z.string(),
    figures: z.object(figures),
  })
}

const LineSchema = z.discriminatedUnion('subject', [
  lineOf('forecast', {
    /** When the run was made, RFC 3339 in UTC; null without a run. */
    issuedAt: z.string().nullable(),
    lowest: BandedSchema.nullable(),
    highest: BandedSchema.nullable(),
    ramp: MomentSchema.nullable(),
    /** Clocks of the hours whose P10 is at or below zero; null without a band. */
    mayReachZero: z.array(z.string()).nullable(),
    /** The highest hour against its usual P10 and P90; null where too few years are stored. */
    usual: z
      .object({ p10Mw: z.number(), p90Mw: z.number(), is: z.enum(['above', 'within', 'below']) })
      .nullable(),
  }),
  /** The hour that changed most, with what each part adds to residual load; null where no change is large enough to be told. */
  lineOf('change', {
    against: z.enum(['previous', 'early']),
    since: z.string(),
    /** Smaller changes are not told. */
    leastMw: z.number(),
    largest: MomentSchema.extend({ loadMw: z.number(), solarMw: z.number(), windMw: z.number() }).nullable(),
  }),
  /** Mean absolute errors of the last day that is measured. */
  lineOf('error', {
    day: deliveryDay,
    finalMaeMw: z.number(),
    tsoMaeMw: megawatts,
    worstPart: z.enum(PARTS).nullable(),
    worstPartMaeMw: megawatts,
  }),
  /** Doubtful and missing actual values of the day before delivery, and what the run lacked. */
  lineOf('data', {
    marks: z.array(z.object({ item: z.enum(DATA_ITEMS), state: z.enum(DAY_STATES) })),
    missingInputs: z.array(z.string()),
  }),
])
export type BriefingLine = z.infer<typeof LineSchema>

export const BriefingSchema = z.object({
  day: deliveryDay,
  zone: z.string(),
  countries: z.array(z.object({ area, name: z.string(), lines: z.array(LineSchema) })),
})
export type Briefing = z.infer<typeof BriefingSchema>

export const SUBJECT_WORDS: Readonly<Record<BriefingLine['subject'], string>> = {
  forecast: 'Forecast',
  change: 'Change',
  error: 'Error',
  data: 'Data',
}

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** A briefing as text, with the view of each country where the address of the pages is known. */
export function briefingText({ day, zone, countries }: Briefing, site: string | null): string {
  const blocks = countries.map(({ name, lines: [first, ...others] }) =>
    [
      `${name}${site === null || first === undefined ? '' : ` ${site}${first.address}`}`,
      ...[first, ...others].flatMap((line) =>
        line ? [`${SUBJECT_WORDS[line.subject]}: ${line.sentence}`] : [],
      ),
    ].join('\n'),
  )
  return [
    `${longDate.format(new Date(day))} (${zone}): residual load, final forecast`,
    ...(blocks.length === 0 ? ['No country is followed.'] : blocks),
  ].join('\n\n')
}
