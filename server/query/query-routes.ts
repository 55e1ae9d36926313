import type { FastifyPluginAsync, preHandlerAsyncHookHandler } from 'fastify'

import { QUERY_PATH, TIME_ZONE_HEADER } from '#contract/query.ts'
import { acceptedEncoding } from '#server/http/content-encoding.ts'

import { createGraphAnswers, type GraphAnswersParts } from './graph-answers.ts'
import { parseGraphQuery } from './query-request.ts'

export interface QueryRoutesParts extends GraphAnswersParts {
  requireUser: preHandlerAsyncHookHandler
}

/** `POST /energia/common-query`: the curves of an area over a range, as they are stored now. */
export function createQueryRoutes({ requireUser, ...parts }: QueryRoutesParts): FastifyPluginAsync {
  const answers = createGraphAnswers(parts)
  return async (server) => {
    // As text, so that a body that came before does not have to be read again (decision 20).
    server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    )
    server.post<{ Body: string | undefined }>(
      QUERY_PATH,
      { preHandler: requireUser },
      async (request, reply) => {
        const query = parseGraphQuery(request.body, request.headers[TIME_ZONE_HEADER])
        const { bytes, encoding } = await answers.get(
          query,
          acceptedEncoding(request.headers['accept-encoding']),
        )
        reply
          .type('application/json; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('vary', 'accept-encoding')
        if (encoding !== null) reply.header('content-encoding', encoding)
        return reply.send(bytes)
      },
    )
  }
}
