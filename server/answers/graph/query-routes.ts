import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyPluginAsync } from 'fastify'

import { COLUMNS_TYPE, QUERY_PATH } from '#contract/query.ts'
import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import { acceptedEncoding } from '#server/http/content-encoding.ts'
import { type SignedIn, userIdOf } from '#server/http/signed-in.ts'

import { createGraphAnswers, type GraphAnswersParts, type Layout } from './graph-answers.ts'
import { parseGraphQuery } from './query-request.ts'

type QueryRoutesParts = GraphAnswersParts & Pick<SignedIn, 'requireUser'>

const JSON_TYPE = 'application/json'
const CONTENT_TYPES: Readonly<Record<Layout, string>> = {
  curves: `${JSON_TYPE}; charset=utf-8`,
  columns: COLUMNS_TYPE,
}

/** By columns only for a client that names them, as our own pages do. */
function acceptedLayout(header: string | undefined): Layout {
  return negotiate((header ?? '').toLowerCase(), [JSON_TYPE, COLUMNS_TYPE]) === COLUMNS_TYPE
    ? 'columns'
    : 'curves'
}

/** `POST /energia/common-query`: the curves of an area over a range, as they are stored now. */
export function createQueryRoutes({ requireUser, ...parts }: QueryRoutesParts): FastifyPluginAsync {
  const getAnswer = createGraphAnswers(parts)
  return async (server) => {
    // As text, so that a body that came before does not have to be read again (decision 20).
    server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) =>
      done(null, text),
    )
    server.post<{ Body: string | undefined }>(
      QUERY_PATH,
      { preHandler: requireUser },
      async (request, reply) => {
        const query = parseGraphQuery(request.body, request.headers[TIME_ZONE_HEADER], request.query)
        const layout = acceptedLayout(request.headers.accept)
        const { bytes, encoding } = await getAnswer(
          query,
          layout,
          acceptedEncoding(request.headers['accept-encoding']),
          userIdOf(request),
        )
        reply.type(CONTENT_TYPES[layout]).header('vary', 'accept, accept-encoding')
        if (encoding !== null) reply.header('content-encoding', encoding)
        return reply.send(bytes)
      },
    )
  }
}
