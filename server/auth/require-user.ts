import DataLoader from 'dataloader'

import { RequestError } from '#server/errors.ts'
import type { NetworkLimit } from '#server/http/networks.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { bearerToken, unauthorized, userOf } from '#server/http/signed-in.ts'
import type { CountCall, Credentials, RequestCheck } from '#server/http/signed-in.ts'

import type { Tokens } from './tokens.ts'

/** One statement for all waiting keys. Calls join only a statement that is not sent yet. */
export function createStoredCheck<Key extends number | string, Stored>(
  read: (keys: readonly Key[]) => Promise<Map<Key, Stored>>,
): (key: Key) => Promise<Stored | null> {
  let last: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Key, Stored | null>(
    async (keys) => {
      const reading = read([...new Set(keys)])
      last = reading
      const stored = await reading
      return keys.map((key) => stored.get(key) ?? null)
    },
    { cache: false, batchScheduleFn: (send) => void last.then(send, send) },
  )
  return (key) => loader.load(key)
}

/** Refuses a call without a user, or with outdated credentials. */
export function signInFirst(): RequestError {
  return unauthorized('Sign in first: the token is missing, expired or invalid.')
}

/** Refuses a user who is not an admin, or not any more. */
export function adminsOnly(): RequestError {
  return new RequestError(403, 'Only an admin can manage users.')
}

/** Valid token, current credentials, few enough calls under way. Forged tokens count by network. */
export function createRequireUser(parts: {
  tokens: Tokens
  current: (userId: number) => Promise<Credentials | null>
  countCall: CountCall
  countUnknown: NetworkLimit
}): RequestCheck {
  const { tokens, current, countCall, countUnknown } = parts
  return async (request, reply) => {
    const token = bearerToken(request)
    const claims = token === null ? 'expired' : await tokens.verify(token)
    if (claims === 'forged') countUnknown(request)
    if (typeof claims === 'string') throw signInFirst()
    await countCall(reply, claims.userId)
    const user = await current(claims.userId)
    if (user?.credentialVersion !== claims.credentialVersion) throw signInFirst()
    request.user = user
  }
}

export function createRequireAdmin(requireUser: RequestCheck): RequestCheck {
  return async (request, reply) => {
    await requireUser(request, reply)
    if (userOf(request).role === 'admin') return
    logSecurityEvent(request, 'access-refused', { reason: 'not an admin' })
    throw adminsOnly()
  }
}
