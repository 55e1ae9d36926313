import type { FastifyPluginAsync } from 'fastify'

import { NAME_RULE } from '#contract/given-name.ts'
import { KEYS_PATH, NewKeySchema } from '#contract/keys.ts'
import { parseBody } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { idOf, type One, type SignedIn, userIdOf } from '#server/http/signed-in.ts'

import type { KeyStore } from './key-store.ts'

/** `/energia/keys`: the keys of the signed-in user. A key itself cannot list or make keys. */
export function createKeyRoutes(parts: SignedIn & { keys: KeyStore }): FastifyPluginAsync {
  const { keys, requireUser, asUser } = parts
  const guarded = { preHandler: requireUser }
  return async (server) => {
    server.get(KEYS_PATH, guarded, async (request) => ({ keys: await keys.list(userIdOf(request)) }))
    server.post(KEYS_PATH, guarded, async (request) => {
      const { name } = parseBody(NewKeySchema, request.body, { name: NAME_RULE })
      const made = await asUser(request, (connection) => keys.add(connection, userIdOf(request), name))
      logSecurityEvent(request, 'key-made', { key: made.name })
      return made
    })
    server.delete<One>(`${KEYS_PATH}/:id`, guarded, async (request) => {
      const id = idOf(request, 'key')
      await keys.remove(userIdOf(request), id)
      logSecurityEvent(request, 'key-removed', { keyId: id })
      return { id }
    })
  }
}
