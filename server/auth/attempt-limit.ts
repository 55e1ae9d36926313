import { setTimeout as sleep } from 'node:timers/promises'

import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'

import { type AttemptPolicy, beginAttempt, endAttempt, type Outcome } from './attempt-bucket.ts'
import { type AttemptStore, createOwnAttempts } from './attempt-store.ts'

/** An attempt under way. Call one of these once, when it ends. */
export interface Attempt {
  succeed(): Promise<void>
  fail(): Promise<void>
  /** The attempt did not end in a yes or no, so it does not count. */
  abandon(): Promise<void>
}

const MOST_WAITING = 64
/** An attempt on another server may have ended. */
const LOOK_AGAIN_MS = 250

/**
 * Counts failures by key. An attempt under way counts as a failure until it ends, so that parallel guesses gain nothing over
 * guesses in a row; attempts beyond the limit wait for one to end. `begin` rejects with a `RequestError` 429 while a key is blocked.
 */
export function createAttemptLimit(
  policy: AttemptPolicy,
  clock: Clock,
  store: AttemptStore = createOwnAttempts(),
): { begin(key: string): Promise<Attempt> } {
  const waiting = new Map<string, (() => void)[]>()

  /** Until an attempt with this key ends here, or may have ended elsewhere. */
  async function waitForTurn(key: string): Promise<void> {
    const wakers = waiting.get(key) ?? []
    if (wakers.length >= MOST_WAITING) throw tooMany(policy.firstWaitMs)
    waiting.set(key, wakers)
    const stop = new AbortController()
    const woken = new Promise<void>((resolve) => wakers.push(resolve))
    const lookAgain = sleep(LOOK_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => undefined)
    await Promise.race([woken, lookAgain])
    stop.abort()
  }

  async function end(key: string, attempt: { beganAtUtc: number; outcome: Outcome }): Promise<void> {
    await store.change(key, (bucket) => ({
      bucket: endAttempt(bucket, attempt, clock(), policy),
      result: null,
    }))
    const wakers = waiting.get(key) ?? []
    waiting.delete(key)
    for (const wake of wakers) wake()
  }

  return {
    async begin(key) {
      for (;;) {
        const beganAtUtc = clock()
        const beginning = await store.change(key, (bucket) => beginAttempt(bucket, beganAtUtc, policy))
        if (beginning.kind === 'blocked') throw tooMany(beginning.waitMs)
        if (beginning.kind === 'begun') {
          return {
            succeed: () => end(key, { beganAtUtc, outcome: 'succeeded' }),
            fail: () => end(key, { beganAtUtc, outcome: 'failed' }),
            abandon: () => end(key, { beganAtUtc, outcome: 'abandoned' }),
          }
        }
        await waitForTurn(key)
      }
    },
  }
}

function tooMany(waitMs: number): RequestError {
  return new RequestError(429, 'Too many failed sign-ins; try again later.', {
    'retry-after': String(Math.ceil(waitMs / 1000)),
  })
}
