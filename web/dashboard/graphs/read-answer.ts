import { z } from 'zod'

import {
  COLUMNS_TYPE,
  MISSING_HUNDREDTHS,
  type Query,
  QUERY_PATH,
  type QueryColumns,
  QueryColumnsSchema,
  type QueryExtras,
} from '#contract/query.ts'
import { ApiError, MESSAGES } from '#web/api/api-error.ts'
import { request } from '#web/api/request.ts'
import { hasOwnBackend } from '#web/api/settings.ts'
import { cycledColour, type Look } from '#web/market/looks.ts'
import { momentOf } from '#web/zone/wall-clock.ts'

import { atAllStamps, looksOf, meaningOf, positionsOf } from './curves.ts'
import type { GraphCurve, GraphData } from './graph-card.ts'

type Values = GraphCurve['values']

/** The curves of an answer by columns. Throws an `ApiError` where a column is not what its type promises. */
export function readColumns({ timesS, curves }: QueryColumns): GraphData {
  const read = curves.map(({ hundredthsMw, ...meaning }) => ({
    ...meaning,
    values: hundredthsMw === '' ? [] : unpackColumn(hundredthsMw, timesS.length),
  }))
  const looks = looksOf(read.map(({ kind }) => kind))
  return { timesS, curves: withLooks(read, looks).filter(({ values }) => values.length > 0) }
}

function unpackColumn(base64: string, length: number): Values {
  const bytes = new DataView(new ArrayBuffer(length * 4))
  const text = decodeBase64(base64)
  if (text.length !== bytes.byteLength) throw unreadable()
  for (let index = 0; index < text.length; index += 1) bytes.setUint8(index, text.charCodeAt(index))
  return Array.from({ length }, (_, row) => {
    const hundredths = bytes.getInt32(row * 4, true)
    return hundredths === MISSING_HUNDREDTHS ? null : hundredths / 100
  })
}

function decodeBase64(base64: string): string {
  try {
    return atob(base64)
  } catch {
    throw unreadable()
  }
}

/** Of another backend's answer an odd value is missing, and an odd curve is `null`. */
const OddAnswerSchema = z.record(
  z.string(),
  z
    .object({ data: z.record(z.string(), z.number().nullable().catch(null)) })
    .nullable()
    .catch(null),
)
type OddAnswer = z.infer<typeof OddAnswerSchema>

/** The curves with values of an answer as specified; one that cannot be read is named. Two stamps of one instant are one, with the later value. Throws an `ApiError` for a bad stamp. */
export function readCurves(answer: OddAnswer): GraphData {
  const entries = Object.entries(answer).map(([name, curve]) =>
    curve === null ? { name: `${name} (cannot be read)`, data: null } : { name, data: curve.data },
  )
  // An odd curve has a place beside the others.
  const stamps = entries.find(({ data }) => data !== null)?.data
  if (stamps === undefined && entries.length > 0) throw unreadable()
  // Curves mostly share their stamps. Each is then read once, not once per curve.
  const known = new Map<string, number>()
  const timeOf = (stamp: string) => {
    const timeS = known.get(stamp) ?? (parseStamp(stamp) ?? NaN) / 1000
    if (Number.isNaN(timeS))
      throw new ApiError(`${MESSAGES.unreadable} “${stamp.slice(0, 40)}” is not a time.`)
    known.set(stamp, timeS)
    return timeS
  }
  const read = entries.map(({ name, data }) => ({
    name,
    ...meaningOf(name),
    values: data === null ? Object.keys(stamps ?? {}).map(() => null) : Object.values(data),
  }))
  // Nobody else's curves have a place of their own in the cycle.
  const looks = looksOf(read.map(({ kind }) => kind))
  const curves = withLooks(
    read,
    looks.map((look, place) => ({ ...look, colourIndex: cycledColour(place) })),
  )
  const stamped = entries.map(({ data }, index) => ({
    positions: positionsOf(Object.keys(data ?? stamps ?? {}).map(timeOf)),
    curves: curves.slice(index, index + 1),
  }))
  return atAllStamps(stamped.filter(({ positions }) => positions.size > 0))
}

/** `Fri, 20 Nov 2026 10:00:00 GMT`, as HTTP writes it (RFC 1123). */
const RFC_1123 = /^[a-z]{3}, \d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}:\d{2} (GMT|UTC|[+-]\d{4})$/i
const CLOCK = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?)?\s?(Z|[+-]\d{2}:?\d{2})?$/i
const EPOCH = /^-?\d{1,16}(\.\d+)?$/
/** Epoch numbers from here on are milliseconds. As seconds they would lie after the year 5000. */
const FIRST_EPOCH_MS = 1e11

/** Epoch milliseconds of a stamp: RFC 3339 or 1123, `yyyy-MM-dd[ HH:mm[:ss]]` as local time, also with slashes, or an epoch in seconds or milliseconds. `null` if it is none. */
export function parseStamp(text: string): number | null {
  if (EPOCH.test(text)) {
    const number = Number(text)
    return Math.round(Math.abs(number) < FIRST_EPOCH_MS ? number * 1000 : number)
  }
  if (RFC_1123.test(text)) return Number.isNaN(Date.parse(text)) ? null : Date.parse(text)
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
  OddAnswerSchema.transform(readCurves),
])

function unreadable(): ApiError {
  return new ApiError(MESSAGES.unreadable)
}

/** Asks for the curves of one graph, and for more where our own server is asked. The card keeps the answer, so it is not cached here. */
export async function askQuery(query: Query, extras: QueryExtras, signal: AbortSignal): Promise<GraphData> {
  const isOwn = await hasOwnBackend()
  const layout = isOwn && { accept: `${COLUMNS_TYPE}, application/json;q=0.9`, hasZone: true }
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(extras)) if (value !== undefined) parameters.set(name, value)
  const path = isOwn && parameters.size > 0 ? `${QUERY_PATH}?${parameters}` : QUERY_PATH
  return request.authorized({ path, body: query, schema: AnswerSchema, signal, ...layout })
}
