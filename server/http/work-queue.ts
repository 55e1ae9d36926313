import { RequestError } from '#server/errors.ts'

/** Runs work when its turn comes. Rejects with a `RequestError` when too much work is waiting. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** How much the newest piece of work counts in the mean duration. */
const NEWEST_SHARE = 0.2

export interface WorkQueueLimits {
  maxRunning: number
  maxWaiting: number
  /** Work that would wait for longer is refused. */
  maxWaitMs: number
  refusal: string
  refusalStatus?: 429 | 503
  /** Is told how much work waits, whenever that changes. */
  onWaiting?: (count: number) => void
}

/**
 * Runs at most `maxRunning` pieces of work at once and lets others wait: at most `maxWaiting`, and only as many as can be expected to
 * begin within `maxWaitMs`. Any more are refused at once with `refusal`, so that a flood of costly requests cannot take the
 * processor or the memory from other users. What has not begun after `maxWaitMs` is refused too, and never runs.
 */
export function createWorkQueue({
  maxRunning,
  maxWaiting,
  maxWaitMs,
  refusal,
  refusalStatus = 503,
  onWaiting = () => {},
}: WorkQueueLimits): WorkQueue {
  let running = 0
  let meanMs = 0
  /** Begins what waits, in the order in which it came. */
  const waiting = new Set<() => void>()

  const refused = () => new RequestError(refusalStatus, refusal, { 'retry-after': '1' })
  const isFull = () => waiting.size >= maxWaiting || ((waiting.size + 1) * meanMs) / maxRunning > maxWaitMs

  /** Waits for the place of work that has ended. */
  function turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(begin)
        onWaiting(waiting.size)
      }
      const begin = () => {
        clearTimeout(tooLong)
        leave()
        resolve()
      }
      const tooLong = setTimeout(() => {
        leave()
        reject(refused())
      }, maxWaitMs)
      waiting.add(begin)
      onWaiting(waiting.size)
    })
  }

  return async (work) => {
    if (running < maxRunning) running += 1
    else if (isFull()) throw refused()
    else await turn()
    const fromMs = performance.now()
    try {
      return await work()
    } finally {
      const durationMs = performance.now() - fromMs
      meanMs = meanMs === 0 ? durationMs : meanMs + NEWEST_SHARE * (durationMs - meanMs)
      const [next] = waiting
      if (next === undefined) running -= 1
      else next()
    }
  }
}
