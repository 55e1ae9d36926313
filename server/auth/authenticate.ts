import type { FastifyRequest } from 'fastify'

import { userNameKey } from '#contract/users.ts'
import { RequestError } from '#server/errors.ts'
import { networksOf } from '#server/http/networks.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { createWorkQueue } from '#server/http/work-queue.ts'

import type { Passwords } from './passwords.ts'
import { createStoredCheck } from './require-user.ts'
import type { SignInThrottle } from './sign-in-throttle.ts'
import type { User, Users } from './users.ts'

export type Authenticate = ReturnType<typeof createAuthenticate>

/** Half of the places are for people in the last network of their account, safe from a flood from elsewhere. */
function createQueues(onWaiting?: (count: number) => void) {
  const waiting = { known: 0, others: 0 }
  const createQueue = (which: keyof typeof waiting) =>
    createWorkQueue({
      // More would take the database connections of other requests.
      maxRunning: 2,
      maxWaiting: 64,
      // Half of the answer deadline.
      maxWaitMs: 5000,
      refusal: 'Too many people are signing in; try again in a moment.',
      refusalStatus: 429,
      onWaiting(count) {
        waiting[which] = count
        onWaiting?.(waiting.known + waiting.others)
      },
    })
  return { known: createQueue('known'), others: createQueue('others') }
}

export function createAuthenticate(parts: {
  users: Users
  passwords: Passwords
  throttle: SignInThrottle
  onWaiting?: ((count: number) => void) | undefined
}) {
  const { users, passwords, throttle, onWaiting } = parts
  const lastNetwork = createStoredCheck((nameKeys: readonly string[]) => users.lastNetworks(nameKeys))
  const queues = createQueues(onWaiting)

  /** Null for wrong credentials, in the time that right ones take. Rejects with a `RequestError` 429 after too many attempts. */
  return async (
    name: string,
    password: string,
    request: Pick<FastifyRequest, 'ip' | 'log' | 'user'>,
  ): Promise<User | null> => {
    const networks = networksOf(request.ip)
    const [network] = networks
    const accountKey = userNameKey(name) ?? ''
    const isOwnNetwork = (await lastNetwork(accountKey)) === network
    const inTurn = isOwnNetwork ? queues.known : queues.others
    return inTurn(isOwnNetwork ? accountKey : network, async () => {
      const user = await users.find(name)
      // An unknown name is not logged: it may be a password in the wrong field.
      const logRefusal = (reason: string) =>
        logSecurityEvent(request, 'sign-in-refused', { user: user?.name ?? null, reason })
      const attempt = await throttle
        .begin(accountKey, networks, user?.lastAddress === network)
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
        const isOutdated = user.passwordHash !== null && passwords.isOutdated(user.passwordHash)
        const passwordHash = isOutdated ? await passwords.hash(password) : user.passwordHash
        await users.recordSignIn(user, network, passwordHash)
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
