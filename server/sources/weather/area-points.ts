import { parse } from 'csv-parse/sync'
import { z } from 'zod'

import { MEMBER_CODES, type MemberCode } from '#contract/areas.ts'
import type { WeatherPoint } from '#server/sources/weather-source.ts'

import text from './area-points.csv?raw'

const percent = z.coerce.number().int().min(0).max(100)

const RowSchema = z
  .object({
    area: z.enum(MEMBER_CODES),
    name: z.string().min(1),
    latitude: z.coerce.number(),
    longitude: z.coerce.number(),
    wind: percent,
    solar: percent,
    load: percent,
    cell: z.enum(['land', 'sea']),
  })
  .transform(({ cell, ...point }): WeatherPoint => ({ ...point, isOffshore: cell === 'sea' }))

const POINTS = z.array(RowSchema).parse(parse(text, { columns: true }))

/** The places whose weather counts for an area. What each counts for comes from `weight-sources.csv`. */
export function pointsOf(area: MemberCode): readonly WeatherPoint[] {
  return POINTS.filter((point) => point.area === area)
}

/** The points of one call: an address stays below two thousand characters, and an area's points stay together. */
const MAX_POINTS = 100

/** Areas that are requested together. */
export function portionsOf(
  areas: readonly MemberCode[],
  pointsOf: (area: MemberCode) => readonly WeatherPoint[],
): readonly (readonly MemberCode[])[] {
  const portions: MemberCode[][] = []
  let room = 0
  for (const area of areas) {
    const points = pointsOf(area).length
    if (points > room) {
      portions.push([])
      room = MAX_POINTS
    }
    portions.at(-1)?.push(area)
    room -= points
  }
  return portions
}
