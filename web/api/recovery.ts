import type { Query, UseQueryResult } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

/** Statuses of a proxy, or of a server that starts or ends. */
const AWAY = new Set([502, 503, 504])

interface Failure {
  state: 'failed' | 'away' | 'forbidden'
  /** A sentence; `null` while the call is sent again, when it is not known any more. */
  reason: string | null
}

/** A call failed because the network or the server was away. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    !(error instanceof SessionEndedError) &&
    (error.status === null || AWAY.has(error.status))
  )
}

type LoadedQuery = Pick<UseQueryResult, 'data' | 'error' | 'errorUpdateCount' | 'refetch'>

/** Joins the states of the calls that a panel waits for. One failed call makes the panel fail. */
export function loadingOf(...queries: readonly LoadedQuery[]) {
  return {
    isLoaded: queries.every(({ data }) => data !== undefined),
    failure: queries.map(failureOf).find((failure) => failure !== null) ?? null,
    onReload: () => {
      for (const { error, refetch } of queries) if (error !== null) void refetch()
    },
  }
}

/** A first answer is requested again after a failure. The error is gone meanwhile. */
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

/** After how long a failed call is sent again by itself while its part of the page is shown; false where it would fail again. */
export function recoveryMs({ state: { error } }: { state: Pick<Query['state'], 'error'> }): number | false {
  if (!(error instanceof ApiError) || error instanceof SessionEndedError) return false
  const { status, retryAfterS } = error
  if (status !== null && status < 500 && status !== 429) return false
  return Math.max(MIN_RECOVERY_MS, (retryAfterS ?? 0) * 1000)
}

/** For what an open page keeps up to date: it is requested again every so often, and sooner after a failure. */
export const refreshing = (everyMs: number) => (query: { state: Pick<Query['state'], 'error'> }) =>
  recoveryMs(query) || everyMs
