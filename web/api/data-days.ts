import { queryOptions } from '@tanstack/react-query'

import {
  DATA_DAYS_PATH,
  type DataDaysAnswer,
  DataDaysAnswerSchema,
  type DataDaysQuery,
} from '#contract/data-days.ts'

import { refreshing } from './recovery.ts'
import { isOwnBackend, request } from './request.ts'
import { ownCall, ownQuery } from './settings.ts'

const REFRESH_MS = 5 * 60_000

const daysCall = (query: DataDaysQuery) =>
  ownCall(DATA_DAYS_PATH, { ...query, zone: null }, DataDaysAnswerSchema)

/** Which data of an area, or of all, are missing, late, suspicious, copied, revised or as last published; null from a foreign backend. */
export async function askDataDays(query: DataDaysQuery, signal: AbortSignal): Promise<DataDaysAnswer | null> {
  return isOwnBackend() ? request.authorized({ ...daysCall(query), signal }) : null
}

/** Query of the marks of all areas in the last 60 days. */
export const dataDays = queryOptions({
  ...ownQuery('data-days', daysCall({})),
  staleTime: REFRESH_MS,
  refetchInterval: refreshing(REFRESH_MS),
})
