import { queryOptions } from '@tanstack/react-query'

import { DATA_DAYS_PATH, DataDaysAnswerSchema, type DataDaysQuery } from '#contract/data-days.ts'

import { refreshing } from './recovery.ts'
import { ownCall, ownQuery } from './settings.ts'

const REFRESH_MS = 5 * 60_000

/** Which data of an area, or of all, are missing, late, suspicious, copied, revised or as last published; null from a foreign backend. */
export const dataDaysQuery = (query: DataDaysQuery) =>
  queryOptions({
    ...ownQuery('data-days', ownCall(DATA_DAYS_PATH, { ...query, zone: null }, DataDaysAnswerSchema)),
    staleTime: REFRESH_MS,
  })

export const dataDays = queryOptions({ ...dataDaysQuery({}), refetchInterval: refreshing(REFRESH_MS) })
