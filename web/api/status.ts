import { queryOptions } from '@tanstack/react-query'

import { STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

const REFRESH_MS = 60_000
/** While history is loading, users watch its progress. */
const FILLING_REFRESH_MS = 5_000

/**
 * Where the values come from and how far they reach; `null` from a backend that has no such endpoint. That is not a failure: a
 * foreign backend has only the specified endpoints.
 */
export const status = queryOptions({
  queryKey: ['status'],
  queryFn: async ({ signal }) => {
    try {
      return await request.authorized({ path: STATUS_PATH, schema: StatusSchema, signal })
    } catch (error) {
      if (error instanceof ApiError && error.status !== null && error.status !== 401) return null
      throw error
    }
  },
  staleTime: REFRESH_MS,
  refetchInterval: ({ state: { data } }) => {
    if (data === null) return false
    return data?.backfill ? FILLING_REFRESH_MS : REFRESH_MS
  },
})
