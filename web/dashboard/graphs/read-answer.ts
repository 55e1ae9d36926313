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

/** The curves of an answer by columns. Throws an `ApiError` where a column is not what its type promises. */
export function readColumns({ timesS, curves }: QueryColumns): GraphData {
  if (curves.some(({ powerMw }) => powerMw.length > 0 && powerMw.length !== timesS.length))
    throw new ApiError(MESSAGES.unreadable)
  const read = curves.map(({ powerMw, ...meaning }) => ({ ...meaning, values: powerMw }))
  const looks = looksOf(read.map(({ kind }) => kind))
  return { timesS, curves: withLooks(read, looks).filter(({ values }) => values.length > 0) }
}

/** A value that is not a number is missing. */
const CurveSchema = z.object({
  data: z.preprocess(readEmptyList, z.record(z.string(), z.number().nullable().catch(null))),
})

/**
 * The curves with values of an answer as specified. Two stamps of one instant are one, with the later value. A curve that cannot be read is
 * named among the others and has no values. Throws an `ApiError` where no curve can be read.
 */
export function readCurves(answer: Readonly<Record<string, unknown>>): GraphData {
  // Curves mostly share their stamps. Each is then read once, not once per curve.
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
  // Curves of another backend have no place of their own in the cycle.
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
/** Epoch numbers from here on are milliseconds. As seconds they would lie after the year 5000. */
const FIRST_EPOCH_MS = 1e11

/**
 * Epoch milliseconds of a stamp: RFC 3339, RFC 1123 in GMT, `yyyy-MM-dd[ HH:mm[:ss]]` as local time, also with slashes, or an epoch in
 * seconds or milliseconds. `null` if it is none.
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
  // The engine accepts some that do not exist, such as 30 February and 24:00, as another time.
  if (Number.isNaN(wallMs) || !new Date(wallMs).toISOString().startsWith(`${day}T${minute}`)) return null
  if (zone === undefined) return momentOf(wallMs)
  const instantMs =
    wallMs + Date.parse(`1970-01-01T00:00${zone.toUpperCase().replace(/(\d\d)(\d\d)$/, '$1:$2')}`)
  return Number.isNaN(instantMs) ? null : instantMs
}

/** One without values keeps its number, so that it does not change the colours of the others. */
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

/** Our own server answers by columns, which take a tenth of the time to read. Any other backend answers as it always does. */
export const AnswerSchema = z.union([
  QueryColumnsSchema.transform(readColumns),
  z.record(z.string(), z.unknown()).transform(readCurves),
])

/** Asks for the curves of one graph, and for more where our own server is asked. The card keeps the answer, so it is not cached here. */
export async function askQuery(query: Query, extras: QueryExtras, signal: AbortSignal): Promise<GraphData> {
  const accept = `${COLUMNS_TYPE}, application/json;q=0.9`
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(extras)) if (value !== undefined) parameters.set(name, value)
  const path = parameters.size > 0 && isOwnBackend() ? `${QUERY_PATH}?${parameters}` : QUERY_PATH
  return request.authorized({ path, body: query, schema: AnswerSchema, accept, signal })
}
