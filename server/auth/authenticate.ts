import type { FastifyRequest } from 'fastify'

import { userNameKey } from '#contract/users.ts'
import { RequestError } from '#server/errors.ts'
import { networkOf } from '#server/http/network-of.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'

import type { Passwords } from './passwords.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import type { User, Users } from './users.ts'

/** More would take the connections to the database from everybody else. */
const MAX_RUNNING = 4
const MAX_WAITING = 32
/** Half of the time for an answer. */
const WITHIN_MS = 5000
const ROUGH_MS = 50

/**
 * The user with this name, in any spelling, and this password, or `null`. It takes as long without such a user, and for a disabled one.
 * Guessing is slowed down: rejects with a `RequestError` 429, also where too many are waiting.
 */
export type Authenticate = (attempt: {
  name: string
  password: string
  /** Says the address, and logs a refusal. */
  request: Pick<FastifyRequest, 'ip' | 'log' | 'user'>
}) => Promise<User | null>

export function createAuthenticate(parts: {
  users: Users
  passwords: Passwords
  throttle: SignInThrottle
  /** Is called with how many people wait. */
  onWaiting?: ((count: number) => void) | undefined
}): Authenticate {
  const { users, passwords, throttle, onWaiting } = parts
  const queue = createWorkQueue({
    maxRunning: MAX_RUNNING,
    maxWaiting: MAX_WAITING,
    withinMs: WITHIN_MS,
    refusal: 'Too many people are signing in; try again in a moment.',
    refusalStatus: 429,
    onWaiting,
  })

  async function recordSignIn(user: User, network: string, password: string): Promise<void> {
    const isOutdated = user.passwordHash !== null && passwords.isOutdated(user.passwordHash)
    await users.recordSignIn(user, network, isOutdated ? await passwords.hash(password) : user.passwordHash)
  }

  return ({ name, password, request }) => {
    const network = networkOf(request.ip)
    return queue({ owner: network, kind: 'sign-in', roughMs: ROUGH_MS }, async () => {
      const user = await users.find(name)
      // Of a name that nobody has, nothing is logged: it may be a password in the wrong field.
      const logRefusal = (reason: string) =>
        logSecurityEvent(request, 'sign-in-refused', { user: user?.name ?? null, reason })
      const attempt = await throttle
        .begin(userNameKey(name) ?? '', network, user?.lastAddress === network)
        .catch((error: unknown) => {
          if (error instanceof RequestError) logRefusal('too many attempts')
          throw error
        })
      try {
        const isRight = await passwords.verify(user?.passwordHash ?? null, password)
        if (user === null || !isRight || user.isDisabled) {
          logRefusal(user === null ? 'unknown user' : isRight ? 'disabled' : 'wrong password')
          return null
        }
        await recordSignIn(user, network, password)
      } catch (error) {
        // The first error is the one to report.
        await attempt.abandon().catch(() => null)
        throw error
      }
      await attempt.succeed()
      return user
    })
  }
}
