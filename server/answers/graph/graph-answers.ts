import { negotiate } from '@fastify/accept-negotiator'
import type { RouteOptions } from 'fastify'

import { areaLabel, type MemberCode, membersOf } from '#contract/areas.ts'
import { JSON_TYPE, TIME_ZONE_HEADER } from '#contract/http-names.ts'
import {
  COLUMNS_TYPE,
  CURVE_NAMES,
  QUERY_PATH,
  QueryAnswerSchema,
  QueryColumnsSchema,
  QueryExtrasSchema,
  QuerySchema,
  runName,
  sumName,
} from '#contract/query.ts'
import type { QueryColumns } from '#contract/query.ts'
import { toStamp } from '#contract/time.ts'
import type { Upload } from '#contract/uploads.ts'
import type { Answer, AnswerOnce } from '#server/answers/sending/answer-once.ts'
import { SHARED } from '#server/answers/sending/shared-answers.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'
import { bucketsOf, type TimeBuckets } from '#server/calendar/time-buckets.ts'
import type { Clock } from '#server/clock.ts'
import { call } from '#server/http/call.ts'
import { acceptedEncoding, type ContentEncoding } from '#server/http/content-encoding.ts'
import { type Means, type ReadMeans, sumOfMeans } from '#server/series/means/means.ts'
import { toPower } from '#server/series/power.ts'
import type { UploadStore } from '#server/series/store/upload-store.ts'
import { inTurns } from '#server/series/turns.ts'

import { type GraphQuery, parseGraphQuery, QUERY_REFUSALS } from './query-request.ts'

interface GraphAnswersParts {
  readMeans: ReadMeans
  clock: Clock
  answerOnce: AnswerOnce
  uploads: Pick<UploadStore, 'visibleTo'>
}

/** `curves`: by curve and timestamp, as specified. */
const LAYOUTS = {
  curves: { type: `${JSON_TYPE}; charset=utf-8`, write: writeCurves },
  columns: { type: COLUMNS_TYPE, write: writeColumns },
} as const
type Layout = keyof typeof LAYOUTS

/** A sum leaves them out if other members have values. */
function withoutValue(members: ReadonlyMap<MemberCode, Means>): MemberCode[] {
  const without = [...members].filter(([, { hasValue }]) => !hasValue).map(([area]) => area)
  return without.length === members.size ? [] : without
}

/** Visible to the user. */
type UploadsQuery = GraphQuery & { uploads?: readonly Upload[] }

/** A group also gets each member's actual curve. */
async function readCurves(
  readMeans: ReadMeans,
  { area, quantity, kinds, known, uploads = [] }: UploadsQuery,
  buckets: TimeBuckets,
): Promise<Curve[]> {
  const length = Math.max(0, buckets.edges.length - 1)
  const curves: Curve[] = []
  const parts: Curve[] = []
  const uploaded = uploads.map((upload) => ({ of: upload, kind: 'uploaded' as const, title: upload.label }))
  const usual = kinds.map((kind) => {
    const isOfRuns = kind === 'model' || kind === 'final'
    return { of: kind, kind, title: runName(CURVE_NAMES[kind], isOfRuns && known.hasReplays) }
  })
  for (const { of, kind, title } of [...usual, ...uploaded]) {
    const members = await readMeans(membersOf(area), quantity, of, buckets, known)
    if (kind === 'uploaded' && [...members.values()].every(({ hasValue }) => !hasValue)) continue
    const without = withoutValue(members)
    const powerMw = sumOfMeans(
      [...members.values()].filter(({ hasValue }) => hasValue),
      length,
    )
    const name = sumName(title, without)
    curves.push({ name, kind, ...(without.length > 0 && { without }), powerMw })
    if (kind === 'actual' && members.size > 1)
      for (const [code, { powerMw }] of members)
        parts.push({ name: areaLabel(code), kind: 'member', area: code, powerMw })
  }
  return [...curves, ...parts]
}

export function createGraphAnswers({ readMeans, clock, answerOnce }: Omit<GraphAnswersParts, 'uploads'>) {
  return (
    query: UploadsQuery,
    layout: Layout,
    accepted: ContentEncoding | null,
    userId: number,
  ): Promise<Answer> => {
    const { span, step, zone } = query
    // Yesterday is complete at midnight.
    const today = step === 'D' ? dayAt(clock(), zone).date : ''
    return answerOnce({
      owner: userId,
      kind: 'graph',
      name: JSON.stringify([layout, query, today]),
      accepted,
      async make() {
        const buckets = bucketsOf(span, step, zone)
        const curves = await readCurves(readMeans, query, buckets)
        const pieces: Buffer[] = []
        const written = LAYOUTS[layout].write(curves, buckets.edges.slice(0, -1))
        for await (const piece of inTurns(written)) pieces.push(Buffer.from(piece))
        return Buffer.concat(pieces)
      },
    })
  }
}

/** MW, NaN for missing. */
export interface Curve extends Omit<QueryColumns['curves'][number], 'powerMw'> {
  powerMw: Float64Array
}

const isPresent = (powerMw: number) => !Number.isNaN(powerMw)

/** `first > last` without any value. */
function presentSpan(powerMw: Float64Array): { first: number; last: number } {
  const last = powerMw.findLastIndex(isPresent)
  return { first: last === -1 ? 0 : powerMw.findIndex(isPresent), last }
}

/** The specified JSON, from each curve's first to its last value. In pieces, since a year of a group takes 0.1 s. */
export function* writeCurves(curves: readonly Curve[], stamps: readonly number[]): Generator<string> {
  const keys = stamps.map(toStamp)
  for (const [place, { name, powerMw }] of curves.entries()) {
    const { first, last } = presentSpan(powerMw)
    const data = [...powerMw.subarray(first, last + 1)].map((value, index) => [
      keys[first + index],
      toPower(value),
    ])
    const text = JSON.stringify({ data: Object.fromEntries(data) })
    yield `${place === 0 ? '{' : ','}${JSON.stringify(name)}:${text}`
  }
  yield curves.length === 0 ? '{}' : '}'
}

export function* writeColumns(curves: readonly Curve[], stamps: readonly number[]): Generator<string> {
  const isHeld = new Uint8Array(stamps.length)
  for (const { powerMw } of curves) {
    const { first, last } = presentSpan(powerMw)
    isHeld.fill(1, first, last + 1)
  }
  const held: number[] = []
  for (let index = 0; index < stamps.length; index += 1) if (isHeld[index] === 1) held.push(index)
  const columns: QueryColumns = {
    timesS: held.map((index) => (stamps[index] ?? 0) / 1000),
    curves: curves.map(({ powerMw, ...meaning }) => ({
      ...meaning,
      powerMw: powerMw.some(isPresent) ? held.map((index) => toPower(powerMw[index] ?? NaN)) : [],
    })),
  }
  yield JSON.stringify(columns)
}

/** Columns are sent only on explicit request. */
function acceptedLayout(header: string | undefined): Layout {
  return negotiate((header ?? '').toLowerCase(), [JSON_TYPE, COLUMNS_TYPE]) === COLUMNS_TYPE
    ? 'columns'
    : 'curves'
}

export function createQueryRoute(parts: GraphAnswersParts): RouteOptions {
  const getAnswer = createGraphAnswers(parts)
  return call(
    {
      method: 'POST',
      path: QUERY_PATH,
      who: 'user',
      summary: 'Curves of one quantity over time, MW, by curve name and timestamp',
      parameters: QueryExtrasSchema,
      body: QuerySchema,
      answer: QueryAnswerSchema,
      otherAnswers: { [COLUMNS_TYPE]: QueryColumnsSchema },
      refusals: QUERY_REFUSALS,
      isQueued: true,
    },
    async ({ body, parameters, user, request: { headers }, reply }) => {
      const asked = parseGraphQuery(body, headers[TIME_ZONE_HEADER], parameters)
      const uploads = parameters.with ? await parts.uploads.visibleTo(user.id) : []
      const query = parameters.with ? { ...asked, uploads } : asked
      const layout = acceptedLayout(headers.accept)
      const accepted = acceptedEncoding(headers['accept-encoding'])
      const { bytes, encoding } = await getAnswer(query, layout, accepted, user.id)
      reply.type(LAYOUTS[layout].type).header('vary', 'accept, accept-encoding')
      if (encoding !== null) reply.header('content-encoding', encoding)
      if (uploads.length === 0) reply.headers(SHARED)
      return reply.send(bytes)
    },
  )
}
