import type { preHandlerAsyncHookHandler } from 'fastify'

import { KEY_PREFIX } from '#contract/keys.ts'
import type { Clock } from '#server/clock.ts'
import { RequestError } from '#server/errors.ts'
import { bearerToken } from '#server/http/bearer-token.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'

import type { KeyStore } from './key-store.ts'

function refuse(sentence: string): RequestError {
  return new RequestError(401, sentence, { 'www-authenticate': 'Bearer error="invalid_token"' })
}

/** Lets a request through that carries a key, or the token of a signed-in user; else answers 401. For reading series only. */
export function createRequireReader(parts: {
  keys: KeyStore
  requireUser: preHandlerAsyncHookHandler
  clock: Clock
}): preHandlerAsyncHookHandler {
  const { keys, requireUser, clock } = parts
  return async function (request, reply) {
    const token = bearerToken(request)
    if (token?.startsWith(KEY_PREFIX) !== true) {
      try {
        return await requireUser.call(this, request, reply)
      } catch (error) {
        if (!(error instanceof RequestError)) throw error
        throw refuse(
          'Send a key (em_…) or the token of a sign-in in the header Authorization: it is missing, expired or invalid.',
        )
      }
    }
    const user = await keys.use(token, clock())
    if (user === null) {
      logSecurityEvent(request, 'access-refused', { reason: 'unknown key' })
      throw refuse(
        'The key is unknown: it may have been removed, alone or with its user, or its user is disabled.',
      )
    }
    request.user = user
    return undefined
  }
}
