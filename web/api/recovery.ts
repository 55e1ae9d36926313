import type { Query, UseQueryResult } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

/** Statuses sent by a proxy, or by a server that is starting or stopping. */
const AWAY = new Set([502, 503, 504])

interface Failure {
  state: 'failed' | 'away' | 'forbidden'
  /** A sentence; `null` during a retry, when the reason is no longer known. */
  reason: string | null
}

/** Network or server are away. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    !(error instanceof SessionEndedError) &&
    (error.status === null || AWAY.has(error.status))
  )
}

type LoadedQuery = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'refetch'>

/** One failed call makes the whole panel fail. */
export function loadingOf(...queries: readonly LoadedQuery[]) {
  return {
    isLoaded: queries.every(({ data }) => data !== undefined),
    failure: queries.map(failureOf).find((failure) => failure !== null) ?? null,
    onReload: () => {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

/** A retry of a first call has cleared its error. */
export function isRetried({ data, error, errorUpdateCount }: Omit<LoadedQuery, 'refetch'>): boolean {
  return data === undefined && error === null && errorUpdateCount > 0
}

function failureOf(query: LoadedQuery): Failure | null {
  const { error } = query
  if (isRetried(query)) return { state: 'away', reason: null }
  if (error === null || error instanceof SessionEndedError) return null
  const isForbidden = error instanceof ApiError && error.status === 403
  const state = isAway(error) ? 'away' : isForbidden ? 'forbidden' : 'failed'
  const isRepeated = recoveryMs({ state: { error } }) !== false
  return { state, reason: `${reasonOf(error)}${isRepeated ? ' Retrying automatically.' : ''}` }
}

function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'Something in this page went wrong.'
  const { status, message } = error
  if (status === 403) return 'You don’t have access. Ask your administrator.'
  return status === null || status < 400 ? message : `The server answered with an error (${status}).`
}

const MIN_RECOVERY_MS = 15_000

/** Delay until an automatic retry; `false` if it would fail again. */
export function recoveryMs({ state: { error } }: { state: Pick<Query['state'], 'error'> }): number | false {
  if (!(error instanceof ApiError) || error instanceof SessionEndedError) return false
  const { status, retryAfterS } = error
  if (status !== null && status < 500 && status !== 429) return false
  return Math.max(MIN_RECOVERY_MS, (retryAfterS ?? 0) * 1000)
}

/** Each page is up to a tenth faster: pages that an outage brought into step drift apart within minutes. */
const PACE = 1 - Math.random() / 10

/** Regular refreshes of an open page, at most `everyMs` apart, sooner after a failure. */
export const refreshing = (everyMs: number) => (query: { state: Pick<Query['state'], 'error'> }) =>
  recoveryMs(query) || Math.round(everyMs * PACE)
