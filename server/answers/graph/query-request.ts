import { errorCodes } from 'fastify'
import { LRUCache } from 'lru-cache'

import { type AreaCode, membersOf } from '#contract/areas.ts'
import { MAX_SPAN_YEARS, type Query, QUANTITY_OF, QueryExtrasSchema, QuerySchema } from '#contract/query.ts'
import type { SeriesKind, SeriesQuantity, SeriesQuery } from '#contract/series.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { addYears } from '#contract/zone-time.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody, parseParameters } from '#server/http/request-body.ts'
import { parseTimeZone, parseWallTime } from '#server/series/calendar/local-time.ts'
import { KINDS, type Span } from '#server/series/series.ts'

export interface GraphQuery {
  area: AreaCode
  quantity: SeriesQuantity
  kinds: readonly SeriesKind[]
  step: SeriesQuery['frequency']
  /** The requested span: the values whose stamps lie in it. */
  span: Span
  zone: string
  /** When the values were known; null for those that count. */
  knownUtc: number | null
}

const ALLOWED: Readonly<Record<string, string>> = {
  time: `time must be a list of two texts, start and end, written ${WALL_TIME_FORMAT}.`,
  with: 'with must be final, or be left out.',
  step: 'step must be 15min, or be left out.',
  as_of: 'as_of must be an instant in UTC such as 2026-11-20T12:00:00Z, or be left out.',
}
/** Each takes about 1 kB. */
const MAX_KNOWN_QUERIES = 2000
const KNOWN_QUERIES_LENGTH = 1_000_000
/** Queries are repeated, and reading one takes longer than everything else about a cached answer (decision 20). */
const knownQueries = new LRUCache<string, GraphQuery>({
  max: MAX_KNOWN_QUERIES,
  maxSize: KNOWN_QUERIES_LENGTH,
  sizeCalculation: (_query, name) => name.length,
})

/** Reads a request for a graph from its body and the parameters of its address. Throws an error that becomes a 400 with one sentence. */
export function parseGraphQuery(
  text: string | undefined,
  timeZone: string | string[] | undefined,
  parameters: unknown = {},
): GraphQuery {
  const zone = parseTimeZone(timeZone)
  const extras = parseParameters(QueryExtrasSchema, parameters, ALLOWED)
  const name = `${zone} ${extras.with} ${extras.step} ${extras.as_of} ${text}`
  const known = knownQueries.get(name)
  if (known) return known
  const { category, area, time, frequency } = parseBody(QuerySchema, parseJson(text), ALLOWED)
  const span = parseSpan(time, frequency, zone)
  if (extras.step !== undefined && frequency !== 'H')
    throw new RequestError(400, 'step=15min needs frequency H.')
  // Limits of days or of sums are not means or sums of limits, so a band is kept of nothing else.
  const hasBand = category === 'Residual Load' && frequency === 'H' && membersOf(area).length === 1
  const query: GraphQuery = {
    area,
    quantity: QUANTITY_OF[category],
    kinds: [...KINDS, ...(extras.with ? (['final', ...(hasBand ? BAND : [])] as const) : [])],
    step: extras.step ?? frequency,
    span,
    zone,
    knownUtc: extras.as_of === undefined ? null : Date.parse(extras.as_of),
  }
  knownQueries.set(name, query)
  return query
}

const BAND = ['p10', 'p90'] as const

function parseJson(text: string | undefined): unknown {
  if (!text) throw new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY()
  try {
    return JSON.parse(text)
  } catch {
    throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY()
  }
}

/** The span between two wall-clock times. Throws a `RequestError` where it is reversed or too long for an answer. */
function parseSpan([start, end]: Query['time'], frequency: Query['frequency'], zone: string): Span {
  const span = {
    fromUtc: parseWallTime(start, zone, 'time[0]'),
    toUtc: parseWallTime(end, zone, 'time[1]'),
  }
  if (span.toUtc <= span.fromUtc) throw new RequestError(400, 'time[0] must be before time[1].')
  // Wall clock against wall clock, so that leap years and clock changes make no difference.
  const years = MAX_SPAN_YEARS[frequency]
  if (end > addYears(start.slice(0, 10), years) + start.slice(10))
    throw new RequestError(400, `time may span at most ${years} years with frequency ${frequency}.`)
  return span
}
