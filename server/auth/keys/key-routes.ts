import type { FastifyPluginAsync } from 'fastify'

import { KEYS_PATH, MAX_KEY_NAME_LENGTH, MAX_KEYS, NewKeySchema } from '#contract/keys.ts'
import { RequestError } from '#server/errors.ts'
import type { Callers } from '#server/http/callers.ts'
import { parseBody, parseUuid } from '#server/http/request-body.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { KeyStore } from './key-store.ts'

const ALLOWED = { name: `name must be a text of 1 to ${MAX_KEY_NAME_LENGTH} printable characters.` }

export interface KeyRoutesParts extends Callers {
  keys: KeyStore
}

const unknownKey = () => new RequestError(404, 'There is no such key.')

/** `/energia/keys`: the keys of the signed-in user. A key itself cannot list or make keys. */
export function createKeyRoutes({ keys, requireUser, userIdOf, asUser }: KeyRoutesParts): FastifyPluginAsync {
  const guarded = { preHandler: requireUser }
  return async (server) => {
    server.get(KEYS_PATH, guarded, async (request) => ({ keys: await keys.list(userIdOf(request)) }))
    server.post(KEYS_PATH, guarded, async (request) => {
      const { name } = parseBody(NewKeySchema, request.body, ALLOWED)
      const made = await asUser(request, (connection) => keys.add(connection, userIdOf(request), name))
      if (made === 'name taken') throw new RequestError(409, 'You already have a key with this name.')
      if (made === 'too many')
        throw new RequestError(
          409,
          `You have ${MAX_KEYS} keys, which is the most you can keep. Remove one first.`,
        )
      logSecurityEvent(request, 'key-made', { key: made.name })
      return made
    })
    server.delete<{ Params: { id: string } }>(`${KEYS_PATH}/:id`, guarded, async (request) => {
      const id = parseUuid(request.params.id, unknownKey)
      if (!(await keys.remove(userIdOf(request), id))) throw unknownKey()
      logSecurityEvent(request, 'key-removed', { keyId: id })
      return { id }
    })
  }
}
