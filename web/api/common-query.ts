import { z } from 'zod'

import { BAND_PATH, type BandQuery } from '#contract/band.ts'
import {
  COLUMNS_TYPE,
  type Query,
  QUERY_PATH,
  QueryColumnsSchema,
  type QueryEnvelope,
  QueryEnvelopeSchema,
} from '#contract/query.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

/** Our own server answers by columns, which take a tenth of the time to read. Any other backend answers as it always does. */
const AnswerSchema = z.union([QueryColumnsSchema, QueryEnvelopeSchema])
const ACCEPT = `${COLUMNS_TYPE}, application/json;q=0.9`

/** An answer as it arrives, in either layout. */
export type CurvesAnswer = z.infer<typeof AnswerSchema>

/** Asks for the curves of one graph. The graph card keeps the answer, so it is not cached here. */
export function askCommonQuery(query: Query, signal: AbortSignal): Promise<CurvesAnswer> {
  return request.authorized({ path: QUERY_PATH, body: query, schema: AnswerSchema, accept: ACCEPT, signal })
}

/** Asks for the limits around the forecast of one graph. Null from a foreign backend. */
export function askBand(query: BandQuery, signal: AbortSignal): Promise<QueryEnvelope | null> {
  return askOwnBackend(() =>
    request.authorized({ path: BAND_PATH, body: query, schema: QueryEnvelopeSchema, signal }),
  )
}
