import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import { z } from 'zod'

import { TOKEN_PATH, TokenAnswerSchema } from '#contract/token.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { rememberWhileUnchanged } from '#server/database/remember-while-unchanged.ts'
import { createErrorHandler, RequestError, type Failure } from '#server/errors.ts'
import { rawCall } from '#server/http/call.ts'
import { createNetworkLimit } from '#server/http/networks.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import { createCountCall } from '#server/http/signed-in.ts'

import { type Authenticate, createAuthenticate } from './authenticate.ts'
import { createOrganisationRoutes } from './organisation-routes.ts'
import { createPasswords, generatePassword } from './passwords.ts'
import { createStoredCheck, createRequireAdmin, createRequireUser } from './require-user.ts'
import { createSignInThrottle } from './sign-in-throttle.ts'
import { createTokens, readTokenSecret, type Tokens } from './tokens.ts'
import { createUserRoutes } from './user-routes.ts'
import { createUsers } from './users.ts'

export interface FirstUser {
  name: string
  /** Cannot be read later; null if a password was given. */
  generatedPassword: string | null
}

/** After a change of the token secret, each open page sends some six calls. */
const MAX_UNKNOWN_PER_MINUTE = 100

const FORM_TYPE = 'application/x-www-form-urlencoded'
const BODY_LIMIT_BYTES = 4096
const FormSchema = z.object({
  username: z.string(),
  password: z.string(),
  grant_type: z.literal('password').optional(),
})

class UnsupportedGrantError extends RequestError {}

/** RFC 6749, section 5.2. */
function errorCodeOf({ error, status }: Failure): string {
  if (error instanceof UnsupportedGrantError) return 'unsupported_grant_type'
  if (status === 401) return 'invalid_grant'
  if (status === 429 || status === 503) return 'temporarily_unavailable'
  return status >= 500 ? 'server_error' : 'invalid_request'
}

/** Refuses a repeated parameter. */
function single(form: URLSearchParams, name: string): string | null {
  const values = form.getAll(name)
  if (values.length > 1) throw new RequestError(400, `The parameter ${name} appears more than once.`)
  return values[0] ?? null
}

function readCredentials(body: unknown): { username: string; password: string } {
  if (!(body instanceof URLSearchParams))
    throw new RequestError(400, 'Send a form with username and password.')
  const grantType = single(body, 'grant_type')
  if (grantType !== null && grantType !== 'password')
    throw new UnsupportedGrantError(400, 'The only supported grant type is password.')
  const username = single(body, 'username')
  const password = single(body, 'password')
  if (!username || !password) throw new RequestError(400, 'Both username and password are required.')
  return { username, password }
}

/** An unknown user and a wrong password get the same answer. */
function createTokenRoute(tokens: Tokens, authenticate: Authenticate): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser(
      FORM_TYPE,
      { parseAs: 'string' },
      async (_request: unknown, body: string) => new URLSearchParams(body),
    )
    app.setErrorHandler(
      createErrorHandler((failure) => ({ error: errorCodeOf(failure), error_description: failure.sentence })),
    )
    app.route(
      rawCall(
        {
          method: 'POST',
          path: TOKEN_PATH,
          who: 'anyone',
          summary: 'Sign in: exchange a user name and a password for a token',
          body: FormSchema,
          bodyType: FORM_TYPE,
          answer: TokenAnswerSchema,
        },
        async (request) => {
          const { username, password } = readCredentials(request.body)
          const user = await authenticate(username, password, request)
          if (user === null)
            throw new RequestError(401, 'Invalid username or password.', { 'www-authenticate': 'Bearer' })
          const answer = await tokens.issue(user.id, user.credentialVersion)
          logSecurityEvent(request, 'signed-in', { user: user.name })
          return answer
        },
        { bodyLimit: BODY_LIMIT_BYTES },
      ),
    )
  }
}

export interface SignInParts {
  database: Database
  clock: Clock
  config: Config
  /** Number of people whose passwords wait to be checked. */
  onWaiting?: (count: number) => void
}

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
    createStoredCheck((userIds: readonly number[]) => users.credentials(userIds)),
  )
  const throttle = createSignInThrottle(database, clock)
  const authenticate = createAuthenticate({ users, passwords, throttle, onWaiting })
  const countCall = createCountCall()
  const countUnknown = createNetworkLimit(
    MAX_UNKNOWN_PER_MINUTE,
    'Too many calls with unknown keys or tokens from this network; try again later.',
  )
  const requireUser = createRequireUser({ tokens, current: currentCredentials, countCall, countUnknown })
  let hasUsers = false

  return {
    routes: async (server: FastifyInstance): Promise<void> => {
      await server.register(createTokenRoute(tokens, authenticate))
      const issuer = config.OIDC_ISSUER
      for (const route of [
        ...createUserRoutes({ users, passwords, authenticate, tokens }),
        ...(issuer === undefined ? [] : createOrganisationRoutes({ issuer, config, users, tokens })),
      ])
        server.route(route)
    },
    requireUser,
    requireAdmin: createRequireAdmin(requireUser),
    countCall,
    countUnknown,
    asUser: users.asUser,
    /** Null if a user exists, perhaps made by another process just now. */
    async makeFirstUser(name: string, given: string | undefined): Promise<FirstUser | null> {
      const password = given ?? generatePassword()
      const isMade = !(await users.hasAny()) && (await users.addFirst(name, await passwords.hash(password)))
      hasUsers = true
      return isMade ? { name, generatedPassword: given === undefined ? password : null } : null
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
