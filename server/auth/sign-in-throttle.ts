import { hash } from 'node:crypto'

import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { nullIfFull, RequestError } from '#server/errors.ts'

/** Further failures double the wait. */
const ACCOUNT_POLICY = { freeFailures: 5, windowMs: 300_000, maxWaitMs: 900_000 }
/** Each wider network has twice as many free failures. */
const NETWORK_POLICY = { freeFailures: 30, windowMs: 60_000, maxWaitMs: 60_000 }
const FIRST_WAIT_MS = 1000

const CLEAR_EVERY_MS = 600_000

type Policy = typeof ACCOUNT_POLICY

/** Returns no row while the key has to wait. A wait above the maximum is from before the clock was set back. */
const COUNT = `INSERT INTO sign_in_attempt AS kept (key_hash, failures, free_at) VALUES ($1::text, 1, $2::timestamptz)
   ON CONFLICT (key_hash) DO UPDATE SET (failures, free_at) = (
     SELECT failures, CASE
       WHEN failures = 1 THEN $2::timestamptz
       WHEN failures < $3::int THEN least(kept.free_at, $2::timestamptz)
       ELSE $2::timestamptz + interval '1 ms' * least($5::int, $6::int * 2 ^ least(failures - $3::int, 20)) END
     FROM (SELECT CASE WHEN kept.free_at + interval '1 ms' * $4::int <= $2::timestamptz THEN 1
                       ELSE kept.failures + 1 END AS failures) AS next)
   WHERE kept.failures < $3::int OR kept.free_at <= $2::timestamptz
     OR kept.free_at > $2::timestamptz + interval '1 ms' * $5::int
   RETURNING failures`

/** Counts failures that a full disk refused to store, with the same limit, within an account's window. */
function createUnstored() {
  const failures = new Map<string, number>()
  let sinceMs = -Infinity
  return {
    count(key: string, { freeFailures }: Policy): void {
      if (performance.now() - sinceMs > ACCOUNT_POLICY.windowMs) {
        failures.clear()
        sinceMs = performance.now()
      }
      const counted = failures.get(key) ?? 0
      if (counted >= freeFailures) throw tooMany(ACCOUNT_POLICY.windowMs)
      failures.set(key, counted + 1)
    },
    giveBack(key: string): void {
      const counted = failures.get(key)
      if (counted !== undefined) failures.set(key, counted - 1)
    },
    forget: (key: string): void => void failures.delete(key),
  }
}

/** Counts of failures, shared by all servers. */
function createFailures(database: Database, clock: Clock) {
  let clearedAtMs = performance.now()
  const unstored = createUnstored()

  return {
    async clearOld(): Promise<void> {
      if (performance.now() - clearedAtMs < CLEAR_EVERY_MS) return
      clearedAtMs = performance.now()
      const old = "free_at < $1::timestamptz - interval '1 hour'"
      await nullIfFull(database.query(`DELETE FROM sign_in_attempt WHERE ${old}`, [new Date(clock())]))
    },

    /** Rejects while the key has to wait. */
    async count(key: string, policy: Policy): Promise<void> {
      const { freeFailures, windowMs, maxWaitMs } = policy
      const now = clock()
      const counting = database.query(COUNT, [
        key,
        new Date(now),
        freeFailures,
        windowMs,
        maxWaitMs,
        FIRST_WAIT_MS,
      ])
      const counted = await nullIfFull(counting)
      if (counted === null) unstored.count(key, policy)
      if (counted?.length !== 0) return
      const [kept] = await database.query<{ free_at: Date }>(
        'SELECT free_at FROM sign_in_attempt WHERE key_hash = $1::text',
        [key],
      )
      // The row is gone if the owner has signed in meanwhile.
      const waitMs = kept === undefined ? 0 : kept.free_at.getTime() - now
      throw tooMany(waitMs)
    },

    async giveBack(keys: readonly string[]): Promise<void> {
      for (const key of keys) unstored.giveBack(key)
      const giving = database.query(
        `UPDATE sign_in_attempt SET failures = failures - 1, free_at = least(free_at, $2::timestamptz)
         WHERE key_hash = ANY ($1::text[]) AND failures > 0`,
        [keys, new Date(clock())],
      )
      await nullIfFull(giving)
    },

    async forget(key: string): Promise<void> {
      unstored.forget(key)
      await nullIfFull(database.query('DELETE FROM sign_in_attempt WHERE key_hash = $1::text', [key]))
    },
  }
}

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Limits apply to all servers together. An attempt counts as failed until it succeeds, so parallel guesses gain no advantage. */
export function createSignInThrottle(database: Database, clock: Clock) {
  const failures = createFailures(database, clock)
  return {
    /** `networks`: narrowest first. The network of the last sign-in has its own count: attempts from elsewhere cannot lock out the owner. */
    async begin(accountKey: string, networks: readonly string[], isOwnNetwork: boolean) {
      await failures.clearOld()
      const [narrowest = ''] = networks
      const account = isOwnNetwork ? keyOf('account', accountKey, narrowest) : keyOf('account', accountKey)
      const networkKeys = (isOwnNetwork ? [narrowest] : networks).map((network) => keyOf('network', network))
      const counted: string[] = []
      try {
        for (const [index, key] of networkKeys.entries()) {
          await failures.count(key, {
            ...NETWORK_POLICY,
            freeFailures: NETWORK_POLICY.freeFailures * 2 ** index,
          })
          counted.push(key)
        }
        await failures.count(account, ACCOUNT_POLICY)
      } catch (error) {
        await failures.giveBack(counted)
        throw error
      }
      return {
        /** Guesses at other accounts from the same network still count. */
        async succeed(): Promise<void> {
          await failures.giveBack(networkKeys)
          await failures.forget(account)
        },
        /** An attempt without a result does not count. */
        abandon: (): Promise<void> => failures.giveBack([...networkKeys, account]),
      }
    },
  }
}

const tooMany = (waitMs: number) =>
  new RequestError(429, 'Too many failed sign-ins; try again later.', {
    'retry-after': String(Math.ceil(Math.max(waitMs, FIRST_WAIT_MS) / 1000)),
  })

/** Hashed, because a password may have been typed as the name. JSON keeps the parts unambiguous. */
function keyOf(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts))
}
