import { queryOptions } from '@tanstack/react-query'

import { DATA_DAYS_PATH, DataDaysAnswerSchema, type DataDaysQuery } from '#contract/data-days.ts'

import { refreshing } from './recovery.ts'
import { ownCall, ownQuery } from './settings.ts'

const REFRESH_MS = 5 * 60_000

/** Missing, late, suspicious, copied or revised data of an area, or of all; `null` from another backend. */
export const dataDaysQuery = (query: DataDaysQuery) =>
  queryOptions({
    ...ownQuery('data-days', ownCall(DATA_DAYS_PATH, { ...query, zone: null }, DataDaysAnswerSchema)),
    staleTime: REFRESH_MS,
  })

export const dataDays = queryOptions({ ...dataDaysQuery({}), refetchInterval: refreshing(REFRESH_MS) })
