import { RequestError } from '#server/errors.ts'

/** Work that waits for its turn. */
export type HashQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/**
 * Runs at most `maxRunning` pieces of work at once and lets `maxWaiting` wait; who comes then is refused with 503, so that a
 * flood of sign-ins can take neither the processor nor the memory from the others.
 */
export function createHashQueue(maxRunning: number, maxWaiting: number): HashQueue {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running < maxRunning) running += 1
    else if (waiting.length < maxWaiting) await new Promise<void>((resolve) => waiting.push(resolve))
    else
      throw new RequestError(503, 'Too many people are signing in; try again in a moment.', {
        'retry-after': '1',
      })
    try {
      return await work()
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
