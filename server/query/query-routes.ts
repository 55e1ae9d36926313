import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'

import { QUERY_PATH, TIME_ZONE_HEADER } from '#contract/query.ts'
import type { Clock } from '#server/clock.ts'
import { dayAt } from '#server/series/local-calendar.ts'
import type { Revision } from '#server/series/revision.ts'
import type { SeriesStore } from '#server/series/series.ts'

import { createAnswerCache } from './answer-cache.ts'
import { encodeAnswer } from './answer-bytes.ts'
import { acceptedEncoding, compress, MIN_COMPRESSED_BYTES } from './content-encoding.ts'
import { composeCurves, seriesOf } from './graph-curves.ts'
import { type GraphQuery, parseGraphQuery } from './query-request.ts'
import { bucketsOf, stampsOf } from './time-buckets.ts'

export interface QueryRoutesParts {
  series: SeriesStore
  revision: Revision
  clock: Clock
  requireUser: preHandlerAsyncHookHandler
  /** Room for answers, bytes. */
  cacheBytes?: number
}

const CACHE_BYTES = 64 * 1024 * 1024

/** What an answer depends on. For daily figures also on which day it is: yesterday is whole at midnight. */
function nameOf(query: GraphQuery, revision: number, nowUtc: number): string {
  const { category, area, frequency, span, zone } = query
  const today = frequency === 'D' ? dayAt(nowUtc, zone).date : ''
  return [revision, category, area, frequency, span.fromUtc, span.toUtc, zone, today].join('|')
}

async function answer(query: GraphQuery, series: SeriesStore, nowUtc: number): Promise<Buffer> {
  const buckets = bucketsOf(query.span, query.frequency, query.zone)
  const fromUtc = buckets.hourEdges[0] ?? 0
  const toUtc = buckets.hourEdges.at(-1) ?? fromUtc
  const blocks = await series.read(seriesOf(query), { fromUtc, toUtc })
  return encodeAnswer(composeCurves(query, blocks, buckets, nowUtc), stampsOf(buckets))
}

/** `POST /energia/common-query`: the curves of an area over a range, as they are stored now. */
export function createQueryRoutes(parts: QueryRoutesParts): FastifyPluginAsync {
  const { series, revision, clock, requireUser } = parts
  const cache = createAnswerCache(parts.cacheBytes ?? CACHE_BYTES)

  return async (server) => {
    server.post(QUERY_PATH, { preHandler: requireUser }, async (request, reply) => {
      const query = parseGraphQuery(request.body, request.headers[TIME_ZONE_HEADER])
      const nowUtc = clock()
      const name = nameOf(query, await revision.current(), nowUtc)
      const plain = await cache.get(name, () => answer(query, series, nowUtc))

      reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('vary', 'accept-encoding')
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      if (encoding === null || plain.byteLength < MIN_COMPRESSED_BYTES) return reply.send(plain)
      const compressed = await cache.get(`${name}|${encoding}`, () => compress(plain, encoding))
      return reply.header('content-encoding', encoding).send(compressed)
    })
  }
}
