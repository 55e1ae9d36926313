import type { FastifyBaseLogger, FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'

import type { Settings } from '#contract/settings.ts'

import { createCredentialCheck } from './auth/credential-check.ts'
import { makeFirstUser, type FirstUser } from './auth/first-user.ts'
import { createPasswords } from './auth/passwords.ts'
import { createRequireUser } from './auth/require-user.ts'
import { createSignInThrottle } from './auth/sign-in-throttle.ts'
import { createTokenRoute } from './auth/token-route.ts'
import { readTokenSecret } from './auth/token-secret.ts'
import { createTokens } from './auth/tokens.ts'
import { createUsers } from './auth/users.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { refuseUnknown } from './errors.ts'
import { createHttpServer } from './http-server.ts'
import { createClosingPart, createDatabasePart, createHealthRoutes } from './readiness.ts'
import { servePages } from './web-pages/pages.ts'
import { addSecurityHeaders } from './web-pages/security-headers.ts'
import { createSettingsRoute } from './web-pages/settings-route.ts'

export interface AppParts {
  config: Config
  database: Database
  clock: Clock
  logger: FastifyBaseLogger
  /** Folder of the built pages. */
  pagesFolder: string
}

export interface App {
  server: FastifyInstance
  /** Makes the first user where there is none; rejects with a `DatabaseError`. */
  makeFirstUser(): Promise<FirstUser | null>
  /** The check of every route that is not for everybody. */
  requireUser: preHandlerAsyncHookHandler
  /** From now on `/readyz` says no. */
  beginClosing(): void
}

/** The product: the one list of what it is made of. Nothing listens yet. */
export async function createApp({ config, database, clock, logger, pagesFolder }: AppParts): Promise<App> {
  const users = createUsers(database)
  const passwords = createPasswords()
  const tokens = createTokens({
    readSecret: () => readTokenSecret(database, config.TOKEN_SECRET),
    lifetimeS: config.TOKEN_LIFETIME_S,
    clock,
  })
  const requireUser = createRequireUser(
    tokens,
    createCredentialCheck((userIds) => users.credentialVersions(userIds)),
  )
  const closing = createClosingPart()
  const settings: Settings = {
    source: null,
    isDemo: config.SOURCE === 'demo',
    credit: null,
    tileUrlLight: config.TILE_URL_LIGHT,
    tileUrlDark: config.TILE_URL_DARK,
  }

  const server = await createHttpServer(config, logger)
  await addSecurityHeaders(server, [config.TILE_URL_LIGHT, config.TILE_URL_DARK])
  await server.register(createHealthRoutes([closing, createDatabasePart(database)]))
  await server.register(createSettingsRoute(settings))
  await server.register(createTokenRoute({ users, passwords, tokens, throttle: createSignInThrottle(clock) }))

  const answerPage = await servePages(server, pagesFolder)
  server.setNotFoundHandler((request, reply) => answerPage(request, reply) ?? refuseUnknown(server, request))

  return {
    server,
    makeFirstUser: () => makeFirstUser({ users, passwords }, config.ADMIN_USERNAME, config.ADMIN_PASSWORD),
    requireUser,
    beginClosing: () => closing.beginClosing(),
  }
}
