import { queryOptions } from '@tanstack/react-query'

import { STATUS_PATH, StatusSchema } from '#contract/status.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

const REFRESH_MS = 60_000
/** While history is loading, users watch its progress; while the server is busy, much of the page waits for the status. */
const SOON_MS = 5_000
/** Where the values come from and how far they reach; `null` from a foreign backend. */
export const status = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) =>
    askOwnBackend(() => request.authorized({ path: STATUS_PATH, schema: StatusSchema, signal })),
  staleTime: REFRESH_MS,
  refetchInterval: ({ state: { data } }) => {
    if (data === null) return false
    return data === undefined || data.backfill ? SOON_MS : REFRESH_MS
  },
})
