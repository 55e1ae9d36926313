import pLimit from 'p-limit'

import { RequestError } from '#server/errors.ts'

/** Runs work when its turn comes. Rejects with a `RequestError` when too much work is waiting. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `maxRunning` pieces of work at once and lets `maxWaiting` wait. Any more are refused at once with `refusalStatus` and `refusal`,
 * so that a flood of costly requests cannot take the processor or the memory from other users.
 */
export function createWorkQueue({
  maxRunning,
  maxWaiting,
  refusal,
  refusalStatus = 503,
}: {
  maxRunning: number
  maxWaiting: number
  refusal: string
  refusalStatus?: 429 | 503
}): WorkQueue {
  const limit = pLimit(maxRunning)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting)
      throw new RequestError(refusalStatus, refusal, { 'retry-after': '1' })
    return limit(work)
  }
}
