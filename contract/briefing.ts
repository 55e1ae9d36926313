import { z } from 'zod'

import { FORECAST_AREAS } from './countries.ts'
import { DayQuerySchema } from './forecast.ts'
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

/** A sentence about a subject, the view of the pages that shows it, and its figures: powers end with `_mw`, hours are clocks `HH:00` of the zone, instants RFC 3339 in UTC. */
const LineSchema = z.object({
  subject: z.enum(['Forecast', 'Change', 'Error', 'Data']),
  sentence: z.string(),
  address: z.string(),
  figures: z.record(z.string(), z.union([z.number(), z.string(), z.array(z.string()), z.null()])),
})
export type BriefingLine = z.infer<typeof LineSchema>

export const BriefingSchema = z.object({
  day: deliveryDay,
  zone: z.string(),
  countries: z.array(z.object({ area, name: z.string(), lines: z.array(LineSchema) })),
})
export type Briefing = z.infer<typeof BriefingSchema>

const longDate = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })

/** A briefing as text, with the view of each country where the address of the pages is known. */
export function briefingText({ day, zone, countries }: Briefing, site: string | null): string {
  const blocks = countries.map(({ name, lines }) => {
    const place = site === null ? name : `${name} ${site}${lines[0]?.address}`
    return [place, ...lines.map((line) => `${line.subject}: ${line.sentence}`)].join('\n')
  })
  const head = `${longDate.format(new Date(day))} (${zone}): residual load, final forecast`
  return [head, ...(blocks.length === 0 ? ['No country is followed.'] : blocks)].join('\n\n')
}
