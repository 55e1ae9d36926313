import DataLoader from 'dataloader'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import { RequestError } from '#server/errors.ts'
import { bearerToken } from '#server/http/bearer-token.ts'

import type { Tokens } from './tokens.ts'

/** Answers the current credential version of a user, `null` for a removed one. Rejects with a `DatabaseError`. */
type CredentialCheck = (userId: number) => Promise<number | null>

/**
 * Asks the database at every call, with one statement for all calls that wait at the same time. A call only joins a statement that
 * has not been sent yet, so it never sees a state older than itself: a password change in another process counts from the next
 * request on.
 */
export function createCredentialCheck(
  readVersions: (userIds: readonly number[]) => Promise<Map<number, number>>,
): CredentialCheck {
  let last: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<number, number | null>(
    async (userIds) => {
      const reading = readVersions([...new Set(userIds)])
      last = reading
      const versions = await reading
      return userIds.map((userId) => versions.get(userId) ?? null)
    },
    { cache: false, batchScheduleFn: (send) => void last.then(send, send) },
  )
  return (userId) => loader.load(userId)
}

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
