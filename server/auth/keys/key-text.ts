import { hash, randomBytes } from 'node:crypto'

import { KEY_PREFIX } from '#contract/keys.ts'

const KEY_BYTES = 32
const KEY_TEXT = /^em_[\w-]{43}$/

/** A new key: the prefix and 32 random bytes in base64url. */
export function generateKey(): string {
  return KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
}

/** The hash under which a key is stored; `null` for a text that cannot be a key. */
export function hashKey(text: string): string | null {
  return KEY_TEXT.test(text) ? hash('sha256', text, 'hex') : null
}
