import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import {
  ACCURACY_PATH,
  AccuracyAnswerSchema,
  type AccuracyQuery,
  RUNS_PATH,
  RunsAnswerSchema,
  type RunsQuery,
} from '#contract/accuracy.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

/** How good the forecast of a country has been, and the band around it; `null` from a backend that does not tell. */
export function accuracyQuery(body: AccuracyQuery) {
  return queryOptions({
    queryKey: ['accuracy', body],
    queryFn: ({ signal }) => askIfKnown({ path: ACCURACY_PATH, body, schema: AccuracyAnswerSchema, signal }),
  })
}

/** The run behind each country of a delivery day, and which days have one; `null` from a backend that does not tell. */
export function runsQuery(body: RunsQuery) {
  return queryOptions({
    queryKey: ['runs', body],
    queryFn: ({ signal }) => askIfKnown({ path: RUNS_PATH, body, schema: RunsAnswerSchema, signal }),
  })
}

/** The answer, or `null` where the backend does not know the path: an existing one knows the specified calls only. */
async function askIfKnown<T>(call: {
  path: string
  body: unknown
  schema: z.ZodType<T>
  signal: AbortSignal
}): Promise<T | null> {
  try {
    return await request.authorized(call)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
