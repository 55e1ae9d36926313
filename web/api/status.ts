import { queryOptions } from '@tanstack/react-query'

import { STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { ApiError } from './api-error.ts'
import { request } from './browser-request.ts'

const REFRESH_MS = 60_000
/** While history is loading, users watch its progress; while the server is busy, much of the page waits for the status. */
const SOON_MS = 5_000
/** Answers of our own server that say nothing of whether it has the endpoint. */
const PASSING = new Set([401, 408, 429])

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
      if (error instanceof ApiError && isLacking(error.status)) return null
      throw error
    }
  },
  staleTime: REFRESH_MS,
  refetchInterval: ({ state: { data } }) => {
    if (data === null) return false
    return data === undefined || data.backfill ? SOON_MS : REFRESH_MS
  },
})

/** Whether an error says that the backend has no such endpoint. A busy or broken server does not. */
function isLacking(status: number | null): boolean {
  return status !== null && status < 500 && !PASSING.has(status)
}
