import { hash, randomBytes } from 'node:crypto'

import type { RouteOptions } from 'fastify'
import { LRUCache } from 'lru-cache'

import {
  KEY_PREFIX,
  type KeyEntry,
  KeyListSchema,
  KEYS_PATH,
  type MadeKey,
  MadeKeySchema,
  MAX_KEYS,
  NewKeySchema,
} from '#contract/keys.ts'
import { NAME_RULE, RemovedSchema } from '#contract/owned-rows.ts'
import type { Clock } from '#server/clock.ts'
import { isoOf } from '#server/database/columns.ts'
import type { Database, Queryable } from '#server/database/database.ts'
import { createOwnedRows } from '#server/database/owned-rows.ts'
import { nullIfFull, RequestError } from '#server/errors.ts'
import { call } from '#server/http/call.ts'
import type { NetworkLimit } from '#server/http/networks.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { bearerToken, unauthorized } from '#server/http/signed-in.ts'
import type { CountCall, Credentials, RequestCheck, SignedIn } from '#server/http/signed-in.ts'

/** Prefix and 32 random bytes in base64url. */
const KEY_BYTES = 32
const KEY_TEXT = /^em_[\w-]{43}$/
/** Limits writes of the last use. */
const NOTE_USE_EVERY_MS = 60_000
const MAX_REMEMBERED = 10_000

const ENTRY = `id::text, name, can_upload AS "canUpload", ${isoOf('created_at')} AS "createdAt", ${isoOf('last_used_at')} AS "lastUsedAt"`

const hashKey = (key: string) => hash('sha256', key, 'hex')

/** Keys are stored as hashes. Calls reject with a `DatabaseError`. */
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

    /** The key's text cannot be read later. Rejects as `add` of the rows. */
    async add(connection: Queryable, userId: number, name: string, canUpload = false): Promise<MadeKey> {
      const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
      const columns = { name, can_upload: canUpload, key_hash: hashKey(key) }
      return { ...(await rows.add(connection, userId, columns)), key }
    },

    /** Null for an unknown key or a disabled user. Not cached: a removed key ends at the next request. */
    async use(key: string, nowUtc: number): Promise<{ user: Credentials; canUpload: boolean } | null> {
      if (!KEY_TEXT.test(key)) return null
      const keyHash = hashKey(key)
      const [row] = await database.query<Credentials & { lastUsedAt: Date | null; canUpload: boolean }>(
        `SELECT app_user.id, app_user.name, role, credential_version AS "credentialVersion", last_used_at AS "lastUsedAt",
           can_upload AS "canUpload"
         FROM access_key JOIN app_user ON app_user.id = user_id WHERE key_hash = $1 AND NOT is_disabled`,
        [keyHash],
      )
      if (row === undefined) return null
      const before = new Date(nowUtc - NOTE_USE_EVERY_MS)
      const { lastUsedAt, canUpload, ...user } = row
      if (lastUsedAt === null || lastUsedAt < before)
        await nullIfFull(
          database.query(
            `UPDATE access_key SET last_used_at = $2::timestamptz
             WHERE key_hash = $1 AND (last_used_at IS NULL OR last_used_at < $3::timestamptz)`,
            [keyHash, new Date(nowUtc), before],
          ),
        )
      return { user, canUpload }
    },
  }
}
type KeyStore = ReturnType<typeof createKeyStore>

/** Answers 401, or 403 if the key may not upload. For values only. */
export function createRequireReader(parts: {
  keys: KeyStore
  requireUser: RequestCheck
  countCall: CountCall
  countUnknown: NetworkLimit
  clock: Clock
  /** For calls that change uploads. */
  isUpload: boolean
}): RequestCheck {
  const { keys, requireUser, countCall, countUnknown, clock, isUpload } = parts
  const lately = new LRUCache<string, true>({ max: MAX_REMEMBERED })
  return async (request, reply) => {
    const token = bearerToken(request)
    if (token?.startsWith(KEY_PREFIX) !== true)
      return requireUser(request, reply).catch((error: unknown) => {
        if (!(error instanceof RequestError) || error.status !== 401) throw error
        throw unauthorized(
          'Send a key (em_…) or the token of a sign-in in the header Authorization: it is missing, expired or invalid.',
        )
      })
    // The key before the database is asked, its user, who may have more keys, after.
    await countCall(reply, token)
    // A key that was valid no longer counts: others in its network cannot keep it out.
    const giveBack = lately.has(token) ? () => {} : countUnknown(request)
    const known = await keys.use(token, clock()).catch((error: unknown) => {
      giveBack()
      throw error
    })
    if (known === null) {
      lately.delete(token)
      logSecurityEvent(request, 'access-refused', { reason: 'unknown key' })
      throw unauthorized(
        'The key is unknown: it may have been removed, alone or with its user, or its user is disabled.',
      )
    }
    giveBack()
    lately.set(token, true)
    await countCall(reply, known.user.id)
    if (isUpload && !known.canUpload)
      throw new RequestError(403, 'This key only reads. Make one that may also upload forecasts.')
    request.user = known.user
  }
}

/** A key cannot list or make keys. */
export function createKeyRoutes({ keys, asUser }: SignedIn & { keys: KeyStore }): RouteOptions[] {
  const own = { path: KEYS_PATH, who: 'user' } as const
  return [
    call(
      { ...own, method: 'GET', summary: 'The keys of the signed-in user', answer: KeyListSchema },
      async ({ user }) => ({ keys: await keys.list(user.id) }),
    ),
    call(
      {
        ...own,
        method: 'POST',
        summary: 'Create a key that reads values, and may upload forecasts; the key is only in this answer',
        body: NewKeySchema,
        answer: MadeKeySchema,
        refusals: { name: NAME_RULE, canUpload: 'canUpload must be true or false.' },
      },
      async ({ body: { name, canUpload }, user, request }) => {
        const made = await asUser(user, (connection) => keys.add(connection, user.id, name, canUpload))
        logSecurityEvent(request, 'key-made', { key: made.name })
        return made
      },
    ),
    call(
      {
        ...own,
        method: 'DELETE',
        path: `${KEYS_PATH}/:id`,
        noun: 'key',
        summary: 'Remove a key; it stops working at once',
        answer: RemovedSchema,
      },
      async ({ id, user, request }) => {
        await keys.remove(user.id, id)
        logSecurityEvent(request, 'key-removed', { keyId: id })
        return { id }
      },
    ),
  ]
}
