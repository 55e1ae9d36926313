import { queryOptions } from '@tanstack/react-query'

import { STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

const REFRESH_MS = 60_000
/** While the past is being filled in, its progress is worth watching. */
const FILLING_REFRESH_MS = 5_000

/**
 * Where the values come from and how far they reach; `null` from a backend that does not tell. That it does not is no
 * failure: an existing backend knows the specified calls only.
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
