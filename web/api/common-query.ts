import { type Query, QUERY_PATH, type QueryEnvelope, QueryEnvelopeSchema } from '#contract/query.ts'

import { request } from './browser-request.ts'

/** Asks for the curves of one graph. The graph card keeps the answer, so it is not cached here. */
export function askCommonQuery(query: Query, signal: AbortSignal): Promise<QueryEnvelope> {
  return request.authorized({ path: QUERY_PATH, body: query, schema: QueryEnvelopeSchema, signal })
}
