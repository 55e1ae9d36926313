import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import { RequestError } from '#server/errors.ts'

import type { CredentialCheck } from './credential-check.ts'
import type { Tokens } from './tokens.ts'

const SCHEME = 'Bearer '

function refuse(): RequestError {
  return new RequestError(401, 'Sign in first: the token is missing, expired or invalid.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  })
}

/** The bearer token of a request; `null` if it has none, or more than one `Authorization` header. */
function bearerToken(request: FastifyRequest): string | null {
  const { rawHeaders } = request.raw
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  const { authorization } = request.headers
  return count === 1 && authorization?.startsWith(SCHEME) ? authorization.slice(SCHEME.length) : null
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
  }
}
