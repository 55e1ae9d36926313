import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'

import {
  ACCURACY_OVER_TIME_PATH,
  AccuracyOverTimeAnswerSchema,
  type AccuracyOverTimeQuery,
  LEADERS_PATH,
  LeadersAnswerSchema,
  type LeadersQuery,
} from '#contract/accuracy-over-time.ts'
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

/** The accuracy of a country's forecast and the band around it; `null` from a backend that has no such endpoint. */
export function accuracyQuery(body: AccuracyQuery) {
  return queryOptions({
    queryKey: ['accuracy', body],
    queryFn: ({ signal }) => askIfKnown({ path: ACCURACY_PATH, body, schema: AccuracyAnswerSchema, signal }),
  })
}

/** The same over several periods and by hour of the day; `null` from a backend that has no such endpoint. */
export function accuracyOverTimeQuery(body: AccuracyOverTimeQuery) {
  return queryOptions({
    queryKey: ['accuracy-over-time', body],
    queryFn: ({ signal }) =>
      askIfKnown({ path: ACCURACY_OVER_TIME_PATH, body, schema: AccuracyOverTimeAnswerSchema, signal }),
  })
}

/** The accuracy of the forecasts of all countries; `null` from a backend that has no such endpoint. */
export function leadersQuery(body: LeadersQuery) {
  return queryOptions({
    queryKey: ['leaders', body],
    queryFn: ({ signal }) => askIfKnown({ path: LEADERS_PATH, body, schema: LeadersAnswerSchema, signal }),
  })
}

/** The run behind each country of a delivery day, and the days that have one; `null` from a backend that has no such endpoint. */
export function runsQuery(body: RunsQuery) {
  return queryOptions({
    queryKey: ['runs', body],
    queryFn: ({ signal }) => askIfKnown({ path: RUNS_PATH, body, schema: RunsAnswerSchema, signal }),
  })
}

/** The answer, or `null` if the backend answers 404: a foreign backend has only the specified endpoints. */
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
