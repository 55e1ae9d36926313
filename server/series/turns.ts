import { setImmediate } from 'node:timers/promises'

import pLimit from 'p-limit'

const oneAtATime = pLimit(1)

/**
 * Does a piece of work on this thread once everything that has arrived meanwhile has been handled. Values of several queries often
 * arrive together: without turns, health checks and other users would wait until the last of their answers is computed.
 */
export function inTurn<Result>(work: () => Result): Promise<Result> {
  return oneAtATime(async () => {
    await setImmediate()
    return work()
  })
}
