/** `freeFailures` failures within `windowMs` are free; each further failure doubles the wait. */
export interface AttemptPolicy {
  freeFailures: number
  windowMs: number
  firstWaitMs: number
  longestWaitMs: number
}

/** What is known about the attempts of one key. Times are epoch milliseconds. */
export interface AttemptBucket {
  /** When the attempts under way began. */
  running: readonly number[]
  /** When the failures that still count happened, oldest first. */
  failures: readonly number[]
  /** Number of waits so far; each wait is twice as long as the one before. */
  waits: number
  blockedUntilUtc: number
}

export const EMPTY_BUCKET: AttemptBucket = { running: [], failures: [], waits: 0, blockedUntilUtc: 0 }

/** A server that ended in the middle of an attempt does not report its end. */
const LONGEST_ATTEMPT_MS = 30_000

function forgetOld(bucket: AttemptBucket, now: number, policy: AttemptPolicy): AttemptBucket {
  return {
    ...bucket,
    running: bucket.running.filter((beganAtUtc) => beganAtUtc > now - LONGEST_ATTEMPT_MS),
    failures: bucket.failures.filter((failedAtUtc) => failedAtUtc > now - policy.windowMs),
    // No failure for a whole window after the last wait: start again.
    waits: now > bucket.blockedUntilUtc + policy.windowMs ? 0 : bucket.waits,
  }
}

/** `full`: the attempts under way would be too many if all of them failed. */
export type Beginning = { kind: 'begun' } | { kind: 'full' } | { kind: 'blocked'; waitMs: number }

/** Begins an attempt, if it may. An attempt under way counts as a failure until it ends. */
export function beginAttempt(
  before: AttemptBucket,
  now: number,
  policy: AttemptPolicy,
): { bucket: AttemptBucket; result: Beginning } {
  const bucket = forgetOld(before, now, policy)
  const waitMs = bucket.blockedUntilUtc - now
  if (waitMs > 0) return { bucket, result: { kind: 'blocked', waitMs } }
  const running = bucket.running.length
  const taken = running + (bucket.waits > 0 ? policy.freeFailures : bucket.failures.length)
  if (running > 0 && taken >= policy.freeFailures) return { bucket, result: { kind: 'full' } }
  return { bucket: { ...bucket, running: [...bucket.running, now] }, result: { kind: 'begun' } }
}

/** `abandoned`: the attempt did not end in a yes or no, so it does not count. */
export type Outcome = 'succeeded' | 'failed' | 'abandoned'

export function endAttempt(
  before: AttemptBucket,
  attempt: { beganAtUtc: number; outcome: Outcome },
  now: number,
  policy: AttemptPolicy,
): AttemptBucket {
  const place = before.running.indexOf(attempt.beganAtUtc)
  const running = place === -1 ? before.running : before.running.toSpliced(place, 1)
  if (attempt.outcome === 'succeeded') return { ...EMPTY_BUCKET, running }
  if (attempt.outcome === 'abandoned') return { ...before, running }
  const failures = [...before.failures, now].slice(-policy.freeFailures)
  if (before.waits === 0 && failures.length < policy.freeFailures) return { ...before, running, failures }
  const waitMs = Math.min(policy.firstWaitMs * 2 ** before.waits, policy.longestWaitMs)
  return { running, failures, waits: before.waits + 1, blockedUntilUtc: now + waitMs }
}
