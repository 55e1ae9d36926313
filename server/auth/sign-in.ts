import { randomBytes } from 'node:crypto'

import type { FastifyInstance } from 'fastify'

import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { rememberWhileUnchanged } from '#server/database/remember-while-unchanged.ts'
import { type SignedIn, userOf } from '#server/http/signed-in.ts'

import { createAuthenticate } from './authenticate.ts'
import { createOrganisationRoutes } from './organisation/organisation-routes.ts'
import { createPasswords, generatePassword } from './passwords.ts'
import { createCredentialCheck, createRequireUser } from './require-user.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { createTokenRoute } from './token-route.ts'
import { createTokens } from './tokens.ts'
import { createUserRoutes } from './user-routes.ts'
import { createUsers } from './users.ts'

export interface FirstUser {
  name: string
  /** The generated password, which cannot be read later, or `null` if one was given. */
  generatedPassword: string | null
}

const SECRET_BYTES = 32

/**
 * The key that signs the tokens: the given one, or one that is generated once and kept in the database, so that all servers on
 * the database use the same key. Rejects with a `DatabaseError`.
 */
export async function readTokenSecret(database: Database, given: string | undefined): Promise<Uint8Array> {
  if (given !== undefined) return Buffer.from(given)
  const [row] = await database.query<{ value: string }>(
    `INSERT INTO setting AS kept (name, value) VALUES ('token_secret', $1)
     ON CONFLICT (name) DO UPDATE SET value = kept.value RETURNING value`,
    [randomBytes(SECRET_BYTES).toString('base64')],
  )
  const secret = Buffer.from(row?.value ?? '', 'base64')
  if (secret.length < SECRET_BYTES) throw new Error('The token secret in the database is too short.')
  return secret
}

export interface SignInParts {
  database: Database
  clock: Clock
  config: Config
  /** Is called with how many people wait for their password to be checked. */
  onWaiting?: (count: number) => void
}

/** Sign-in: users, their passwords and their tokens. */
export function createSignIn({ database, clock, config, onWaiting }: SignInParts) {
  const users = createUsers(database)
  const passwords = createPasswords()
  const tokens = createTokens({
    readSecret: () => readTokenSecret(database, config.TOKEN_SECRET),
    lifetimeS: config.TOKEN_LIFETIME_S,
    clock,
  })
  const currentCredentials = rememberWhileUnchanged(
    database,
    createCredentialCheck((userIds) => users.credentials(userIds)),
  )
  const throttle = createSignInThrottle(database, clock)
  const authenticate = createAuthenticate({ users, passwords, throttle, onWaiting })
  const requireUser = createRequireUser(tokens, currentCredentials)
  const signedIn: SignedIn = {
    requireUser,
    asUser: (request, store) => users.asUser(userOf(request), store),
  }
  let hasUsers = false

  return {
    routes: async (server: FastifyInstance): Promise<void> => {
      await server.register(createTokenRoute(tokens, authenticate))
      await server.register(createUserRoutes({ users, passwords, authenticate, tokens, requireUser }))
      const issuer = config.OIDC_ISSUER
      if (issuer !== undefined)
        await server.register(createOrganisationRoutes({ issuer, config, users, tokens }))
    },
    ...signedIn,
    /**
     * Makes the first user. Returns `null` if there is already a user, possibly made by another process just now. Rejects with a
     * `DatabaseError`.
     */
    async makeFirstUser(name: string, given: string | undefined): Promise<FirstUser | null> {
      const password = given ?? generatePassword()
      const isMade = !(await users.hasAny()) && (await users.addFirst(name, await passwords.hash(password)))
      hasUsers = true
      return isMade ? { name, generatedPassword: given === undefined ? password : null } : null
    },
    /** Ready when there is a user. */
    readiness: {
      name: 'users',
      check: async () => ({
        isReady: hasUsers,
        message: hasUsers ? 'can sign in' : 'the first user does not exist yet',
      }),
    },
  }
}
