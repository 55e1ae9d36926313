import type { RouteOptions } from 'fastify'
import { z } from 'zod'

import { areaOfCountry } from '#contract/countries.ts'
import { TIME_ZONE_HEADER } from '#contract/http-names.ts'
import { deliveryDay } from '#contract/wall-time.ts'
import { addDays } from '#contract/zone-time.ts'
import { parseBody } from '#server/http/request-body.ts'

/** Calls that were `POST /energia/…` before they were `GET /api/v1/…`, and whether they know a zone. */
const MOVED = {
  'day-forecast': true,
  peaks: true,
  'day-sheet': false,
  accuracy: true,
  'accuracy-over-time': true,
  leaders: true,
  runs: true,
  'data-days': false,
} as const

const EarlierBodySchema = z.strictObject({
  day: z.string().optional(),
  run: z.string().optional(),
  asOf: z.string().optional(),
  country: z.string().optional(),
  area: z.string().optional(),
  days: z.tuple([deliveryDay, deliveryDay]).optional(),
})

/** Sends programs that still use the earlier addresses on: 303, which clients follow with GET. */
export function createEarlierCalls(): RouteOptions[] {
  return Object.entries(MOVED).map(([name, hasZone]) => ({
    method: 'POST',
    url: `/energia/${name}`,
    config: { who: 'user' },
    async handler({ body, headers }, reply) {
      const { asOf, country, days, ...same } = parseBody(EarlierBodySchema, body, {})
      const parameters = {
        ...same,
        as_of: asOf,
        ...(country !== undefined && { area: areaOfCountry(country) ?? country }),
        ...(days && { from: days[0], to: addDays(days[1], 1) }),
        ...(hasZone && { zone: headers[TIME_ZONE_HEADER]?.toString() }),
      }
      const sent = Object.entries(parameters).flatMap(([key, value]) =>
        value === undefined ? [] : [[key, value]],
      )
      // Relative, so that it holds below any base path.
      return reply.redirect(
        `../api/v1/${name}?${new URLSearchParams(Object.fromEntries(sent)).toString()}`,
        303,
      )
    },
  }))
}
