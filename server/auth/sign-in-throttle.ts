import { hash } from 'node:crypto'

import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { nullIfFull, RequestError } from '#server/errors.ts'

/** `freeFailures` failures within `windowMs` are free; then there is a wait after each, twice as long as the one before. */
const ACCOUNT_POLICY = { freeFailures: 5, windowMs: 300_000, maxWaitMs: 900_000 }
/** Applies to the narrowest network of an address; each wider one has twice as many free failures as the one before. */
const NETWORK_POLICY = { freeFailures: 30, windowMs: 60_000, maxWaitMs: 60_000 }
const FIRST_WAIT_MS = 1000

const CLEAR_EVERY_MS = 600_000

export type SignInThrottle = ReturnType<typeof createSignInThrottle>

/** Slows down guessing, on all servers together. An attempt counts as a failure until it succeeds, so that parallel guesses gain nothing. */
export function createSignInThrottle(database: Database, clock: Clock) {
  let clearedAtMs = performance.now()
  /** Failures by key that a full disk did not let us store. A window of an account long, they are free here too. */
  const unstored = new Map<string, number>()
  let unstoredSinceMs = -Infinity

  async function clearOld(): Promise<void> {
    if (performance.now() - clearedAtMs < CLEAR_EVERY_MS) return
    clearedAtMs = performance.now()
    const old = "free_at < $1::timestamptz - interval '1 hour'"
    await nullIfFull(database.query(`DELETE FROM sign_in_attempt WHERE ${old}`, [new Date(clock())]))
  }

  function countUnstored(key: string, { freeFailures }: typeof ACCOUNT_POLICY): void {
    if (performance.now() - unstoredSinceMs > ACCOUNT_POLICY.windowMs) {
      unstored.clear()
      unstoredSinceMs = performance.now()
    }
    const failures = unstored.get(key) ?? 0
    if (failures >= freeFailures) throw tooMany(ACCOUNT_POLICY.windowMs)
    unstored.set(key, failures + 1)
  }

  /** Counts one failure more, or rejects while the key has to wait. */
  async function count(key: string, policy: typeof ACCOUNT_POLICY): Promise<void> {
    const { freeFailures, windowMs, maxWaitMs } = policy
    const now = clock()
    // A wait longer than the longest was written before the clock was set back.
    const counting = database.query(
      `INSERT INTO sign_in_attempt AS kept (key_hash, failures, free_at) VALUES ($1::text, 1, $2::timestamptz)
       ON CONFLICT (key_hash) DO UPDATE SET (failures, free_at) = (
         SELECT failures, CASE
           WHEN failures = 1 THEN $2::timestamptz
           WHEN failures < $3::int THEN least(kept.free_at, $2::timestamptz)
           ELSE $2::timestamptz + interval '1 ms' * least($5::int, $6::int * 2 ^ least(failures - $3::int, 20)) END
         FROM (SELECT CASE WHEN kept.free_at + interval '1 ms' * $4::int <= $2::timestamptz THEN 1
                           ELSE kept.failures + 1 END AS failures) AS next)
       WHERE kept.failures < $3::int OR kept.free_at <= $2::timestamptz
         OR kept.free_at > $2::timestamptz + interval '1 ms' * $5::int
       RETURNING failures`,
      [key, new Date(now), freeFailures, windowMs, maxWaitMs, FIRST_WAIT_MS],
    )
    const counted = await nullIfFull(counting)
    if (counted === null) countUnstored(key, policy)
    if (counted?.length !== 0) return
    const [kept] = await database.query<{ free_at: Date }>(
      'SELECT free_at FROM sign_in_attempt WHERE key_hash = $1::text',
      [key],
    )
    // The row is gone if the owner signed in meanwhile.
    const waitMs = kept === undefined ? 0 : kept.free_at.getTime() - now
    throw tooMany(waitMs)
  }

  async function giveBack(keys: readonly string[]): Promise<void> {
    for (const key of keys) if (unstored.has(key)) unstored.set(key, (unstored.get(key) ?? 1) - 1)
    const giving = database.query(
      `UPDATE sign_in_attempt SET failures = failures - 1, free_at = least(free_at, $2::timestamptz)
       WHERE key_hash = ANY ($1::text[]) AND failures > 0`,
      [keys, new Date(clock())],
    )
    await nullIfFull(giving)
  }

  return {
    /** Counts an attempt from `networks`, the narrowest first. The network of the last sign-in has its own count, so that nobody elsewhere keeps the owner out. */
    async begin(accountKey: string, networks: readonly string[], isOwnNetwork: boolean) {
      await clearOld()
      const [narrowest = ''] = networks
      const account = isOwnNetwork ? keyOf('account', accountKey, narrowest) : keyOf('account', accountKey)
      const networkKeys = (isOwnNetwork ? [narrowest] : networks).map((network) => keyOf('network', network))
      const counted: string[] = []
      try {
        for (const [index, key] of networkKeys.entries()) {
          await count(key, { ...NETWORK_POLICY, freeFailures: NETWORK_POLICY.freeFailures * 2 ** index })
          counted.push(key)
        }
        await count(account, ACCOUNT_POLICY)
      } catch (error) {
        await giveBack(counted)
        throw error
      }
      return {
        /** Forgives the guesses at this account, but not those at other accounts from the same network. */
        async succeed(): Promise<void> {
          await giveBack(networkKeys)
          unstored.delete(account)
          await nullIfFull(database.query('DELETE FROM sign_in_attempt WHERE key_hash = $1::text', [account]))
        },
        /** The attempt did not end in a yes or no, so it does not count. */
        abandon: (): Promise<void> => giveBack([...networkKeys, account]),
      }
    },
  }
}

const tooMany = (waitMs: number) =>
  new RequestError(429, 'Too many failed sign-ins; try again later.', {
    'retry-after': String(Math.ceil(Math.max(waitMs, FIRST_WAIT_MS) / 1000)),
  })

/** Hashed, because somebody may have typed a password where the name belongs. As JSON, no two lists of parts are the same text. */
function keyOf(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts))
}
