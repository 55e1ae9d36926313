import { BAND_PATH, type BandQuery } from '#contract/band.ts'
import { type QueryEnvelope, QueryEnvelopeSchema } from '#contract/query.ts'

import { request } from './browser-request.ts'

/** Asks for the limits around the forecast of one graph. Only our own server has them. */
export function askBand(query: BandQuery, signal: AbortSignal): Promise<QueryEnvelope> {
  return request.authorized({ path: BAND_PATH, body: query, schema: QueryEnvelopeSchema, signal })
}
