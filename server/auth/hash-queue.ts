import pLimit from 'p-limit'

import { RequestError } from '#server/errors.ts'

/** Runs work when its turn comes. */
export type HashQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `maxRunning` pieces of work at once and lets `maxWaiting` wait. Any more are refused with 503, so that a flood of
 * sign-ins cannot take the processor or the memory from other users.
 */
export function createHashQueue(maxRunning: number, maxWaiting: number): HashQueue {
  const limit = pLimit(maxRunning)
  return async (work) => {
    if (limit.activeCount + limit.pendingCount >= maxRunning + maxWaiting)
      throw new RequestError(503, 'Too many people are signing in; try again in a moment.', {
        'retry-after': '1',
      })
    return limit(work)
  }
}
