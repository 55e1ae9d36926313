import { errorCodes } from 'fastify'
import { LRUCache } from 'lru-cache'

import { type Query, type QueryExtras, QueryExtrasSchema, QuerySchema } from '#contract/query.ts'
import { WALL_TIME_FORMAT } from '#contract/wall-time.ts'
import { RequestError } from '#server/errors.ts'
import { parseBody, parseParameters } from '#server/http/request-body.ts'
import { parseTimeZone } from '#server/series/calendar/local-time.ts'
import { parseRequestedSpan } from '#server/series/calendar/requested-span.ts'
import type { Span } from '#server/series/series.ts'

/** A graph query that can be answered. */
export interface GraphQuery extends Omit<Query, 'time'> {
  /** The requested span: the values whose stamps lie in it. */
  span: Span
  zone: string
  extras: QueryExtras
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
/** The same queries come again and again, and reading one takes longer than everything else about a cached answer (decision 20). */
const knownQueries = new LRUCache<string, GraphQuery>({
  max: MAX_KNOWN_QUERIES,
  maxSize: KNOWN_QUERIES_LENGTH,
  sizeCalculation: (_query, name) => name.length,
})

/**
 * Reads a request for a graph from the text of its body and the parameters of its address. If it cannot be answered, throws an error that becomes a 400 with one
 * sentence.
 */
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
  const query = { ...readGraphQuery(parseJson(text), zone), extras }
  if (extras.step !== undefined && query.frequency !== 'H')
    throw new RequestError(400, 'step=15min needs frequency H.')
  knownQueries.set(name, query)
  return query
}

function parseJson(text: string | undefined): unknown {
  if (!text) throw new errorCodes.FST_ERR_CTP_EMPTY_JSON_BODY()
  try {
    return JSON.parse(text)
  } catch {
    throw new errorCodes.FST_ERR_CTP_INVALID_JSON_BODY()
  }
}

function readGraphQuery(body: unknown, zone: string): Omit<GraphQuery, 'extras'> {
  const { category, area, time, frequency } = parseBody(QuerySchema, body, ALLOWED)
  return { category, area, frequency, span: parseRequestedSpan(time, frequency, zone), zone }
}
