import { hash } from 'node:crypto'

import { LRUCache } from 'lru-cache'
import { z } from 'zod'

import type { Database } from '#server/database/database.ts'

import { type AttemptBucket, EMPTY_BUCKET } from './attempt-bucket.ts'

/** Where the buckets are. */
export interface AttemptStore {
  /** Replaces the bucket of a key. No other change of this key comes between reading and writing. */
  change<Result>(
    key: string,
    work: (bucket: AttemptBucket) => { bucket: AttemptBucket; result: Result },
  ): Promise<Result>
}

const MOST_BUCKETS = 20_000

/** The buckets of one process, in memory of a fixed size. */
export function createOwnAttempts(): AttemptStore {
  const buckets = new LRUCache<string, AttemptBucket>({ max: MOST_BUCKETS })
  return {
    async change(key, work) {
      const { bucket, result } = work(buckets.get(key) ?? EMPTY_BUCKET)
      buckets.set(key, bucket)
      return result
    },
  }
}

const BucketSchema = z.object({
  running: z.array(z.number()),
  failures: z.array(z.number()),
  waits: z.number(),
  blockedUntilUtc: z.number(),
})

const CLEAR_EVERY_MS = 600_000

/** The buckets of all servers on one database. */
export function createSharedAttempts(database: Database): AttemptStore {
  let clearedAtMs = performance.now()

  /** Longer ago than any wait. */
  async function clearOld(): Promise<void> {
    if (performance.now() - clearedAtMs < CLEAR_EVERY_MS) return
    clearedAtMs = performance.now()
    await database.query("DELETE FROM sign_in_attempt WHERE changed_at < now() - interval '1 hour'")
  }

  return {
    async change(key, work) {
      await clearOld()
      // Somebody may have typed a password where the name belongs.
      const keyHash = hash('sha256', key)
      return database.transaction(async (connection) => {
        await connection.query(
          'INSERT INTO sign_in_attempt (key_hash, bucket) VALUES ($1::text, $2::jsonb) ON CONFLICT (key_hash) DO NOTHING',
          [keyHash, JSON.stringify(EMPTY_BUCKET)],
        )
        const [row] = await connection.query<{ bucket: unknown }>(
          'SELECT bucket FROM sign_in_attempt WHERE key_hash = $1::text FOR UPDATE',
          [keyHash],
        )
        const { bucket, result } = work(BucketSchema.parse(row?.bucket))
        await connection.query(
          'UPDATE sign_in_attempt SET bucket = $2::jsonb, changed_at = now() WHERE key_hash = $1::text',
          [keyHash, JSON.stringify(bucket)],
        )
        return result
      })
    },
  }
}
