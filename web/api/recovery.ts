import type { Query } from '@tanstack/react-query'

import { ApiError, SessionEndedError } from './api-error.ts'

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
