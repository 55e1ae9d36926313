import { queryOptions } from '@tanstack/react-query'

import {
  type KeyEntry,
  KeyListSchema,
  KEYS_PATH,
  type MadeKey,
  MadeKeySchema,
  RemovedKeySchema,
} from '#contract/keys.ts'

import { request } from './browser-request.ts'
import { askOwnBackend } from './settings.ts'

/** The user's keys by name; null from a foreign backend. */
export const keyList = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }): Promise<KeyEntry[] | null> =>
    askOwnBackend(
      async () => (await request.authorized({ path: KEYS_PATH, schema: KeyListSchema, signal })).keys,
    ),
})

/** Rejects with an `ApiError` of status 409 if the name is taken or the user has as many as allowed. */
export function makeKey(name: string): Promise<MadeKey> {
  return request.authorized({ path: KEYS_PATH, body: { name }, schema: MadeKeySchema })
}

export async function removeKey(id: string): Promise<void> {
  const path = `${KEYS_PATH}/${encodeURIComponent(id)}`
  await request.authorized({ method: 'DELETE', path, schema: RemovedKeySchema })
}
