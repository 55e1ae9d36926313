import type { FastifyPluginAsync } from 'fastify'

import { KEYS_PATH, MAX_KEY_NAME_LENGTH, MAX_KEYS, NewKeySchema } from '#contract/keys.ts'
import { idOf, type One, requireFound, requireMade, type SignedIn } from '#server/http/owned-things.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { KeyStore } from './key-store.ts'

const ALLOWED = { name: `name must be a text of 1 to ${MAX_KEY_NAME_LENGTH} printable characters.` }

/** `/energia/keys`: the keys of the signed-in user. A key itself cannot list or make keys. */
export function createKeyRoutes(parts: SignedIn & { keys: KeyStore }): FastifyPluginAsync {
  const { keys, requireUser, userIdOf, asUser } = parts
  const guarded = { preHandler: requireUser }
  return async (server) => {
    server.get(KEYS_PATH, guarded, async (request) => ({ keys: await keys.list(userIdOf(request)) }))
    server.post(KEYS_PATH, guarded, async (request) => {
      const { name } = parseBody(NewKeySchema, request.body, ALLOWED)
      const answer = await asUser(request, (connection) => keys.add(connection, userIdOf(request), name))
      const made = requireMade(answer, { noun: 'a key', most: MAX_KEYS })
      logSecurityEvent(request, 'key-made', { key: made.name })
      return made
    })
    server.delete<One>(`${KEYS_PATH}/:id`, guarded, async (request) => {
      const id = idOf(request, 'key')
      requireFound(await keys.remove(userIdOf(request), id), 'key')
      logSecurityEvent(request, 'key-removed', { keyId: id })
      return { id }
    })
  }
}
