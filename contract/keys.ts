import { z } from 'zod'

import { givenName } from './given-name.ts'

export const KEYS_PATH = '/energia/keys'

/** Every key begins with this, so that people and scanners of secrets recognise one. */
export const KEY_PREFIX = 'em_'
/** The most keys that a user can keep. */
export const MAX_KEYS = 20

export const NewKeySchema = z.strictObject({
  name: givenName,
  /** True if programs with the key may also upload forecasts. */
  canUpload: z.boolean().default(false),
})

const instant = z.iso.datetime()

/** A key in the list of its user; instants are UTC, RFC 3339. */
export const KeyEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** False from servers that do not say it. */
  canUpload: z.boolean().default(false),
  createdAt: instant,
  /** At most a minute older than the last use; `null` before the first. */
  lastUsedAt: instant.nullable(),
})
export type KeyEntry = z.infer<typeof KeyEntrySchema>

/** The keys of the signed-in user, by name. */
export const KeyListSchema = z.object({ keys: z.array(KeyEntrySchema) })

/** A new key with its text, which is shown this once. */
export const MadeKeySchema = KeyEntrySchema.extend({ key: z.string() })
export type MadeKey = z.infer<typeof MadeKeySchema>
