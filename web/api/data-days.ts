import { queryOptions } from '@tanstack/react-query'

import {
  DATA_DAYS_PATH,
  type DataDaysAnswer,
  DataDaysAnswerSchema,
  type DataDaysQuery,
} from '#contract/data-days.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

const REFRESH_MS = 5 * 60_000

/** Which data of an area, or of all, are missing, late, suspicious, copied, revised or as last published; null from a foreign backend. */
export function askDataDays(query: DataDaysQuery, signal: AbortSignal): Promise<DataDaysAnswer | null> {
  return askOwnBackend(() =>
    request.authorized({ path: DATA_DAYS_PATH, body: query, schema: DataDaysAnswerSchema, signal }),
  )
}

/** The same of all areas in the last 60 days. */
export const dataDays = queryOptions({
  queryKey: ['data-days'],
  queryFn: ({ signal }) => askDataDays({}, signal),
  staleTime: REFRESH_MS,
  refetchInterval: REFRESH_MS,
})
