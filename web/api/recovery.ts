import type { Query, UseQueryResult } from '@tanstack/react-query'

import type { Failure } from '#web/ui/panel-state.tsx'

import { ApiError, SessionEndedError } from './api-error.ts'

/** What a proxy or a server that starts or ends answers. */
const AWAY = new Set([502, 503, 504])

/** Whether a call failed because network or server are not there. */
export function isAway(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    !(error instanceof SessionEndedError) &&
    (error.status === null || AWAY.has(error.status))
  )
}

/** What a panel has to know of the call that it waits for. */
export function loadingOf({ data, error, refetch }: Pick<UseQueryResult, 'data' | 'error' | 'refetch'>) {
  return { isLoaded: data !== undefined, failure: failureOf(error), onReload: () => void refetch() }
}

function failureOf(error: Error | null): Failure | null {
  if (error === null || error instanceof SessionEndedError) return null
  if (isAway(error)) return 'away'
  return error instanceof ApiError && error.status === 403 ? 'forbidden' : 'failed'
}

const MIN_RECOVERY_MS = 15_000

/**
 * When a call that failed is sent again without being asked to, for as long as its part of the page is shown; false where it would
 * fail again.
 */
export function recoveryMs({ state: { error } }: { state: Pick<Query['state'], 'error'> }): number | false {
  if (!(error instanceof ApiError) || error instanceof SessionEndedError) return false
  const { status, retryAfterS } = error
  if (status !== null && status < 500 && status !== 429) return false
  return Math.max(MIN_RECOVERY_MS, (retryAfterS ?? 0) * 1000)
}
