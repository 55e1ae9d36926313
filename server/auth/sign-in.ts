import type { FastifyPluginAsync, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'

import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { rememberWhileUnchanged } from '#server/database/remember-while-unchanged.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'

import { createAuthenticate } from './authenticate.ts'
import { createCredentialCheck } from './credential-check.ts'
import { makeFirstUser, type FirstUser } from './first-user.ts'
import { createPasswordRoute } from './password-route.ts'
import { createPasswords } from './passwords.ts'
import { createRequireUser, userIdOf } from './require-user.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { createTokenRoute } from './token-route.ts'
import { readTokenSecret } from './token-secret.ts'
import { createTokens } from './tokens.ts'
import { createUsers } from './users.ts'

export interface SignInParts {
  database: Database
  clock: Clock
  /** If undefined, one is generated and kept in the database. */
  tokenSecret: string | undefined
  tokenLifetimeS: number
}

export interface SignIn {
  routes: FastifyPluginAsync
  /** The check for every route that needs a signed-in user. */
  requireUser: preHandlerAsyncHookHandler
  /** The user of a request that `requireUser` let through. */
  userIdOf: (request: FastifyRequest) => number
  /** Makes a user if there is none yet; rejects with a `DatabaseError`. */
  makeFirstUser(name: string, password: string | undefined): Promise<FirstUser | null>
  /** Ready when there is a user. */
  readiness: ReadinessPart
}

/** Sign-in: users, their passwords and their tokens. */
export function createSignIn({ database, clock, tokenSecret, tokenLifetimeS }: SignInParts): SignIn {
  const users = createUsers(database)
  const passwords = createPasswords()
  const tokens = createTokens({
    readSecret: () => readTokenSecret(database, tokenSecret),
    lifetimeS: tokenLifetimeS,
    clock,
  })
  const currentVersion = rememberWhileUnchanged(
    database,
    createCredentialCheck((userIds) => users.credentialVersions(userIds)),
  )
  const throttle = createSignInThrottle(database, clock)
  const authenticate = createAuthenticate({ users, passwords, throttle })
  const requireUser = createRequireUser(tokens, currentVersion)
  let hasUsers = false

  return {
    async routes(server) {
      await server.register(createTokenRoute(tokens, authenticate))
      await server.register(
        createPasswordRoute({ users, passwords, tokens, authenticate, requireUser, userIdOf }),
      )
    },
    requireUser,
    userIdOf,
    async makeFirstUser(name, password) {
      const firstUser = await makeFirstUser({ users, passwords }, name, password)
      hasUsers = true
      return firstUser
    },
    readiness: {
      name: 'users',
      check: async () => ({
        isReady: hasUsers,
        message: hasUsers ? 'can sign in' : 'the first user does not exist yet',
      }),
    },
  }
}
