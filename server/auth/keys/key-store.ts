import { randomUUID, hash, randomBytes } from 'node:crypto'

import { type KeyEntry, type MadeKey, MAX_KEYS, KEY_PREFIX } from '#contract/keys.ts'
import type { Credentials } from '#server/auth/require-user.ts'
import { isoOf } from '#server/database/column-times.ts'
import type { Database, Queryable } from '#server/database/database.ts'

const KEY_BYTES = 32
const KEY_TEXT = /^em_[\w-]{43}$/

/** A new key: the prefix and 32 random bytes in base64url. */
function generateKey(): string {
  return KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
}

/** The hash under which a key is stored; `null` for a text that cannot be a key. */
function hashKey(text: string): string | null {
  return KEY_TEXT.test(text) ? hash('sha256', text, 'hex') : null
}

/** The last use is written at most this often. */
const NOTE_USE_EVERY_MS = 60_000

/** The keys of all users. Every call rejects with a `DatabaseError` if the database does not answer. */
export type KeyStore = ReturnType<typeof createKeyStore>

const ENTRY = `id::text, name, ${isoOf('created_at')} AS "createdAt", ${isoOf('last_used_at')} AS "lastUsedAt"`

export function createKeyStore(database: Database) {
  return {
    /** The keys of a user, by name. */
    list(userId: number): Promise<KeyEntry[]> {
      return database.query<KeyEntry>(
        `SELECT ${ENTRY} FROM access_key WHERE user_id = $1 ORDER BY lower(name), name`,
        [userId],
      )
    },

    /** Makes a key, unless its name is taken or the user has as many as allowed. Its text cannot be read later. */
    async add(
      connection: Queryable,
      userId: number,
      name: string,
    ): Promise<MadeKey | 'name taken' | 'too many'> {
      const key = generateKey()
      const [row] = await connection.query<KeyEntry>(
        `INSERT INTO access_key (id, user_id, name, key_hash)
         SELECT $1::uuid, $2::int, $3::text, $4::text
         WHERE (SELECT count(*) FROM access_key WHERE user_id = $2::int) < $5::int
         ON CONFLICT (user_id, name) DO NOTHING RETURNING ${ENTRY}`,
        [randomUUID(), userId, name, hashKey(key), MAX_KEYS],
      )
      if (row !== undefined) return { ...row, key }
      const same = await connection.query('SELECT id FROM access_key WHERE user_id = $1 AND name = $2', [
        userId,
        name,
      ])
      return same.length > 0 ? 'name taken' : 'too many'
    },

    /** Returns false if the user has no such key. */
    async remove(userId: number, id: string): Promise<boolean> {
      const rows = await database.query(
        'DELETE FROM access_key WHERE id = $1::uuid AND user_id = $2 RETURNING id',
        [id, userId],
      )
      return rows.length > 0
    },

    /** The user of a key, `null` for an unknown one and for one of a disabled user. Asks the database every time, so a removed key is dead at the next request. */
    async use(key: string, nowUtc: number): Promise<Credentials | null> {
      const keyHash = hashKey(key)
      if (keyHash === null) return null
      const [row] = await database.query<Credentials & { last_used_at: Date | null }>(
        `SELECT app_user.id, app_user.name, role, credential_version AS "credentialVersion", last_used_at
         FROM access_key JOIN app_user ON app_user.id = user_id WHERE key_hash = $1 AND NOT is_disabled`,
        [keyHash],
      )
      if (row === undefined) return null
      const before = new Date(nowUtc - NOTE_USE_EVERY_MS)
      if (row.last_used_at === null || row.last_used_at < before)
        await database.query(
          `UPDATE access_key SET last_used_at = $2::timestamptz
           WHERE key_hash = $1 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz)`,
          [keyHash, new Date(nowUtc), before],
        )
      return row
    },
  }
}
