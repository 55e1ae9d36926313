import { BAND_PATH, type BandQuery } from '#contract/band.ts'
import { type QueryEnvelope, QueryEnvelopeSchema } from '#contract/query.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

/** Asks for the limits around the forecast of one graph. Null from a foreign backend. */
export function askBand(query: BandQuery, signal: AbortSignal): Promise<QueryEnvelope | null> {
  return askOwnBackend(() =>
    request.authorized({ path: BAND_PATH, body: query, schema: QueryEnvelopeSchema, signal }),
  )
}
