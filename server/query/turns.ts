import { setImmediate } from 'node:timers/promises'

import pLimit from 'p-limit'

/** Does a piece of work on this thread when its turn comes. */
export type TakeTurn = <Result>(work: () => Result) => Promise<Result>

/**
 * Does one piece of work at a time, and lets the requests that have arrived meanwhile be handled before the next. Without it,
 * answers whose values arrive together would be composed in one go, and health checks and refusals would wait for all of them.
 */
export function createTurns(): TakeTurn {
  const oneAtATime = pLimit(1)
  return (work) =>
    oneAtATime(async () => {
      await setImmediate()
      return work()
    })
}
