import { z } from 'zod'

import { readEmptyList } from '#contract/dictionary.ts'
import {
  COLUMNS_TYPE,
  type Query,
  QUERY_PATH,
  type QueryColumns,
  QueryColumnsSchema,
  type QueryExtras,
} from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import { isOwnBackend, request } from '#web/api/request.ts'
import { cycledColour, type Look } from '#web/market/looks.tsx'
import { momentOf } from '#web/zone/wall-clock.ts'

import { atAllStamps, looksOf, meaningOf, positionsOf } from './curves.ts'
import type { GraphCurve, GraphData } from './graph-card.ts'

/** Throws an `ApiError` for columns of another length than `timesS`. */
export function readColumns({ timesS, curves }: QueryColumns): GraphData {
  if (curves.some(({ powerMw }) => powerMw.length > 0 && powerMw.length !== timesS.length))
    throw new ApiError(MESSAGES.unreadable)
  const read = curves.map(({ powerMw, ...meaning }) => ({ ...meaning, values: powerMw }))
  const looks = looksOf(read.map(({ kind }) => kind))
  return { timesS, curves: withLooks(read, looks).filter(({ values }) => values.length > 0) }
}

const CurveSchema = z.object({
  data: z.preprocess(readEmptyList, z.record(z.string(), z.number().nullable().catch(null))),
})

/**
 * Reads the specified answer. Of equal instants the later value counts. An unreadable curve keeps its name and has no values. Throws an
 * `ApiError` if no curve is readable.
 */
export function readCurves(answer: Readonly<Record<string, unknown>>): GraphData {
  // Curves mostly share their stamps, so each stamp is parsed once.
  const known = new Map<string, number>()
  const timeOf = (stamp: string) => {
    const timeS = known.get(stamp) ?? (parseStamp(stamp) ?? NaN) / 1000
    known.set(stamp, timeS)
    return timeS
  }
  const read = Object.entries(answer).map(([name, given]) => {
    const data = CurveSchema.safeParse(given).data?.data ?? null
    const timesS = Object.keys(data ?? {}).map(timeOf)
    if (data === null || timesS.some(Number.isNaN))
      return { name: `${name} (could not be read)`, timesS: null, values: [null] }
    return { name, timesS, values: Object.values(data) }
  })
  const first = read.find(({ timesS }) => timesS !== null)
  if (first === undefined && read.length > 0) throw new ApiError(MESSAGES.unreadable)
  const named = read.map(({ name, values }) => ({ name, ...meaningOf(name), values }))
  // Other backends' curves take colours in order.
  const looks = looksOf(named.map(({ kind }) => kind))
  const curves = withLooks(
    named,
    looks.map((look, place) => ({ ...look, colourIndex: cycledColour(place) })),
  )
  const stamped = read.map(({ timesS }, index) => ({
    positions: positionsOf(timesS ?? first?.timesS?.slice(0, 1) ?? []),
    curves: curves.slice(index, index + 1),
  }))
  return atAllStamps(stamped.filter(({ positions }) => positions.size > 0))
}

const CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
const EPOCH = /^-?\d{1,16}(\.\d+)?$/
/** Larger epoch numbers are milliseconds: as seconds they would be after the year 5000. */
const FIRST_EPOCH_MS = 1e11

/**
 * Epoch milliseconds of RFC 3339, RFC 1123 in GMT, local `yyyy-MM-dd[ HH:mm[:ss]]`, also with slashes, or an epoch in seconds or
 * milliseconds.
 */
export function parseStamp(text: string): number | null {
  if (EPOCH.test(text)) {
    const number = Number(text)
    return Math.round(Math.abs(number) < FIRST_EPOCH_MS ? number * 1000 : number)
  }
  const utcMs = text.endsWith('GMT') ? Date.parse(text) : NaN
  if (!Number.isNaN(utcMs) && new Date(utcMs).toUTCString() === text) return utcMs
  const dashed = text.replace(/^(\d{4})\/(\d{2})\/(\d{2})/, '$1-$2-$3')
  const [, day, minute = '00:00', second = ':00', zone] = CLOCK.exec(dashed) ?? []
  const wallMs = Date.parse(`${day}T${minute}${second}Z`)
  // `Date.parse` turns 30 February and 24:00 into other times.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(`${day}T${minute}`)) return null
  if (zone === undefined) return momentOf(wallMs)
  const instantMs =
    wallMs + Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(instantMs) ? null : instantMs
}

/** A curve without values keeps its number, so that it does not change the colours of others. */
function withLooks(
  read: readonly Pick<GraphCurve, 'name' | 'kind' | 'area' | 'without' | 'values'>[],
  looks: readonly Look[],
): GraphCurve[] {
  return read.map((curve, index) => ({
    ...curve,
    ownName: curve.name,
    isEarlier: false,
    ...(looks[index] ?? { style: 'solid', colourIndex: index }),
  }))
}

/** Our own server answers by columns, read in a tenth of the time. */
export const AnswerSchema = z.union([
  QueryColumnsSchema.transform(readColumns),
  z.record(z.string(), z.unknown()).transform(readCurves),
])

/** Not cached, because the card keeps the answer. `extras` are for our own server. */
export async function askQuery(query: Query, extras: QueryExtras, signal: AbortSignal): Promise<GraphData> {
  const accept = `${COLUMNS_TYPE}, application/json;q=0.9`
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(extras)) if (value !== undefined) parameters.set(name, value)
  const path = parameters.size > 0 && isOwnBackend() ? `${QUERY_PATH}?${parameters}` : QUERY_PATH
  return request.authorized({ path, body: query, schema: AnswerSchema, accept, signal })
}
