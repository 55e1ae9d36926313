import { setImmediate } from 'node:timers/promises'

import pLimit from 'p-limit'

/** Work in pieces: each `yield` ends one. */
export type Steps<Result> = Generator<undefined, Result>

/** Does work on this thread when its turn comes. */
export type TakeTurns = <Result>(steps: Steps<Result>) => Promise<Result>

/**
 * Does one work after the other, and lets the requests that have arrived meanwhile be handled before each of its pieces. Without it,
 * answers whose values arrive together would be composed in one go, and health checks and refusals would wait for all of them.
 */
export function createTurns(): TakeTurns {
  const oneAtATime = pLimit(1)
  return (steps) =>
    oneAtATime(async () => {
      for (;;) {
        await setImmediate()
        const { done, value } = steps.next()
        if (done === true) return value
      }
    })
}
