import { queryOptions } from '@tanstack/react-query'

import { type Status, STATUS_PATH, StatusSchema } from '#contract/status.ts'

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

/** What is known about the origin of the values; a foreign backend says nothing. */
export type Origin = Pick<Status, 'source' | 'isDemo' | 'credit'> | null | undefined

/** The source as a word: `Demo data`, `ENTSO-E`; null if it is not known. */
export function sourceName(origin: Origin): string | null {
  return origin?.isDemo === true ? 'Demo data' : (origin?.source ?? null)
}

/** The line under a picture that says where its values come from; null if that is not known. */
export function sourceLine(origin: Origin): string | null {
  if (origin?.isDemo === true) return 'Demo data: these values are invented.'
  if (!origin?.source) return null
  return [`Source: ${origin.source}`, ...(origin.credit === null ? [] : [origin.credit])].join(' · ')
}
