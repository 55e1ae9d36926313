import pLimit from 'p-limit'

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
}: WorkQueueLimits): WorkQueue {
  const limit = pLimit(maxRunning)
  let meanMs = 0

  const isFull = () =>
    limit.activeCount >= maxRunning &&
    (limit.pendingCount >= maxWaiting || ((limit.pendingCount + 1) * meanMs) / maxRunning > maxWaitMs)

  async function measured<Result>(work: () => Promise<Result>): Promise<Result> {
    const fromMs = performance.now()
    try {
      return await work()
    } finally {
      const durationMs = performance.now() - fromMs
      meanMs = meanMs === 0 ? durationMs : meanMs + NEWEST_SHARE * (durationMs - meanMs)
    }
  }

  return (work) =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new RequestError(refusalStatus, refusal, { 'retry-after': '1' }))
      if (isFull()) {
        refuse()
        return
      }
      let isRefused = false
      const waiting = setTimeout(() => {
        isRefused = true
        refuse()
      }, maxWaitMs)
      void limit(async () => {
        clearTimeout(waiting)
        if (!isRefused) await measured(work).then(resolve, reject)
      })
    })
}
