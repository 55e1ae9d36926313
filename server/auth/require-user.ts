import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import { RequestError } from '#server/errors.ts'
import { bearerToken } from '#server/http/bearer-token.ts'

import type { CredentialCheck } from './credential-check.ts'
import type { Tokens } from './tokens.ts'

function refuse(): RequestError {
  return new RequestError(401, 'Sign in first: the token is missing, expired or invalid.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a request that was let through. */
    userId: number | null
  }
}

/** Notes whose request this is. Call it only after a check of who is asking. */
export function letThrough(request: FastifyRequest, userId: number): void {
  request.userId = userId
}

/** The user of a request that was let through. */
export function userIdOf({ userId }: FastifyRequest): number {
  if (userId === null) throw new Error('The route does not require a user')
  return userId
}

/** Lets a request through if its token is valid and its user still has the same credentials; else answers 401. */
export function createRequireUser(
  tokens: Tokens,
  currentVersion: CredentialCheck,
): preHandlerAsyncHookHandler {
  return async (request) => {
    const token = bearerToken(request)
    const claims = token === null ? null : await tokens.verify(token)
    if (claims === null || (await currentVersion(claims.userId)) !== claims.credentialVersion) throw refuse()
    letThrough(request, claims.userId)
  }
}
