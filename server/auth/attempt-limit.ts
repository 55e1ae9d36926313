import { LRUCache } from 'lru-cache'

import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'

/** `freeFailures` failures within `windowMs` are free; each further failure doubles the wait. */
export interface AttemptPolicy {
  freeFailures: number
  windowMs: number
  firstWaitMs: number
  longestWaitMs: number
}

/** An attempt under way. Call one of these once, when it ends. */
export interface Attempt {
  succeed(): void
  fail(): void
  /** The attempt did not end in a yes or no, so it does not count. */
  abandon(): void
}

interface Bucket {
  running: number
  /** Times of the failures that still count, oldest first. */
  failures: number[]
  /** Number of waits so far; each wait is twice as long as the one before. */
  waits: number
  blockedUntilUtc: number
  wakers: (() => void)[]
}

const MOST_BUCKETS = 20_000
const MOST_WAITING = 64

/**
 * Counts failures by key. An attempt under way counts as a failure until it ends, so that parallel guesses gain nothing over
 * guesses in a row; attempts beyond the limit wait for one to end. `begin` rejects with a `RequestError` 429 while a key is blocked.
 */
export function createAttemptLimit(
  policy: AttemptPolicy,
  clock: Clock,
): { begin(key: string): Promise<Attempt> } {
  const buckets = new LRUCache<string, Bucket>({ max: MOST_BUCKETS })

  function currentBucket(key: string): Bucket {
    const bucket = buckets.get(key) ?? { running: 0, failures: [], waits: 0, blockedUntilUtc: 0, wakers: [] }
    const now = clock()
    bucket.failures = bucket.failures.filter((failedAtUtc) => failedAtUtc > now - policy.windowMs)
    // No failure for a whole window after the last wait: start again.
    if (now > bucket.blockedUntilUtc + policy.windowMs) bucket.waits = 0
    buckets.set(key, bucket)
    return bucket
  }

  function end(bucket: Bucket, outcome: 'succeeded' | 'failed' | 'abandoned'): void {
    bucket.running -= 1
    if (outcome === 'succeeded') Object.assign(bucket, { failures: [], waits: 0, blockedUntilUtc: 0 })
    if (outcome === 'failed') {
      const now = clock()
      bucket.failures = [...bucket.failures, now].slice(-policy.freeFailures)
      if (bucket.waits > 0 || bucket.failures.length >= policy.freeFailures) {
        bucket.blockedUntilUtc = now + Math.min(policy.firstWaitMs * 2 ** bucket.waits, policy.longestWaitMs)
        bucket.waits += 1
      }
    }
    for (const wake of bucket.wakers.splice(0)) wake()
  }

  return {
    async begin(key) {
      for (;;) {
        const bucket = currentBucket(key)
        const waitMs = bucket.blockedUntilUtc - clock()
        if (waitMs > 0) throw tooMany(waitMs)
        const taken = bucket.running + (bucket.waits > 0 ? policy.freeFailures : bucket.failures.length)
        if (bucket.running === 0 || taken < policy.freeFailures) {
          bucket.running += 1
          return {
            succeed: () => end(bucket, 'succeeded'),
            fail: () => end(bucket, 'failed'),
            abandon: () => end(bucket, 'abandoned'),
          }
        }
        if (bucket.wakers.length >= MOST_WAITING) throw tooMany(policy.firstWaitMs)
        await new Promise<void>((resolve) => bucket.wakers.push(resolve))
      }
    },
  }
}

function tooMany(waitMs: number): RequestError {
  return new RequestError(429, 'Too many failed sign-ins; try again later.', {
    'retry-after': String(Math.ceil(waitMs / 1000)),
  })
}
