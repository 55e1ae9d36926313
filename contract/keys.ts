import { z } from 'zod'

import { givenName } from './owned-rows.ts'

export const KEYS_PATH = '/energia/keys'

/** Lets people and secret scanners recognise a key. */
export const KEY_PREFIX = 'em_'
/** Per user. */
export const MAX_KEYS = 20

export const NewKeySchema = z.strictObject({
  name: givenName,
  /** May also upload forecasts. */
  canUpload: z.boolean().default(false),
})

const instant = z.iso.datetime()

export const KeyEntrySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Default for servers that do not send it. */
  canUpload: z.boolean().default(false),
  createdAt: instant,
  /** Up to a minute out of date; `null` before the first use. */
  lastUsedAt: instant.nullable(),
})
export type KeyEntry = z.infer<typeof KeyEntrySchema>

export const KeyListSchema = z.object({ keys: z.array(KeyEntrySchema) })

/** The key is shown only once. */
export const MadeKeySchema = KeyEntrySchema.extend({ key: z.string() })
export type MadeKey = z.infer<typeof MadeKeySchema>
