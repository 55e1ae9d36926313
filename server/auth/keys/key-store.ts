import { hash, randomBytes } from 'node:crypto'

import { type KeyEntry, type MadeKey, MAX_KEYS, KEY_PREFIX } from '#contract/keys.ts'
import { isoOf } from '#server/database/column-times.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import type { Credentials } from '#server/http/signed-in.ts'

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
  const rows = createOwnedRows<KeyEntry>(database, {
    table: 'access_key',
    entry: ENTRY,
    noun: 'a key',
    most: MAX_KEYS,
  })
  return {
    list: rows.list,
    remove: rows.remove,

    /** Makes a key. Its text cannot be read later. Rejects like `add` of the rows. */
    async add(connection: Queryable, userId: number, name: string): Promise<MadeKey> {
      const key = generateKey()
      return { ...(await rows.add(connection, userId, { name, key_hash: hashKey(key) })), key }
    },

    /** The user of a key, `null` for an unknown one and for one of a disabled user. Asks the database every time, so a removed key is dead at the next request. */
    async use(key: string, nowUtc: number): Promise<Credentials | null> {
      const keyHash = hashKey(key)
      if (keyHash === null) return null
      const [row] = await database.query<Credentials & { lastUsedAt: Date | null }>(
        `SELECT app_user.id, app_user.name, role, credential_version AS "credentialVersion", last_used_at AS "lastUsedAt"
         FROM access_key JOIN app_user ON app_user.id = user_id WHERE key_hash = $1 AND NOT is_disabled`,
        [keyHash],
      )
      if (row === undefined) return null
      const before = new Date(nowUtc - NOTE_USE_EVERY_MS)
      const { lastUsedAt, ...user } = row
      if (lastUsedAt === null || lastUsedAt < before)
        await database.query(
          `UPDATE access_key SET last_used_at = $2::timestamptz
           WHERE key_hash = $1 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz)`,
          [keyHash, new Date(nowUtc), before],
        )
      return user
    },
  }
}
