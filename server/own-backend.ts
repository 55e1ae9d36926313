import type { FastifyBaseLogger, FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'
import pRetry from 'p-retry'
import type { Registry } from 'prom-client'

import { createCredentialCheck } from './auth/credential-check.ts'
import { makeFirstUser } from './auth/first-user.ts'
import { createPasswords } from './auth/passwords.ts'
import { createRequireUser } from './auth/require-user.ts'
import { createSignInThrottle } from './auth/sign-in-throttle.ts'
import { createTokenRoute } from './auth/token-route.ts'
import { readTokenSecret } from './auth/token-secret.ts'
import { createTokens } from './auth/tokens.ts'
import { createUsers } from './auth/users.ts'
import type { Backend } from './backend.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createConfiguredSource } from './configured-source.ts'
import type { Database } from './database/database.ts'
import { DatabaseError, RequestError } from './errors.ts'
import { openApiRoute } from './openapi.ts'
import { createQueryRoutes } from './query/query-routes.ts'
import { createDatabasePart } from './readiness.ts'
import { createRevision } from './series/revision.ts'
import { createSeriesStore } from './series/series-store.ts'
import type { Progress } from './sources/ingestion-progress.ts'
import { createIngestion } from './sources/ingestion.ts'
import { createStatusRoute } from './sources/status-route.ts'

/** Our own backend: the one list of what it is made of. It closes the database that it is given. */
export function createOwnBackend(parts: {
  config: Config
  database: Database
  clock: Clock
  logger: FastifyBaseLogger
  metrics: Registry
  /** Told how far the past is filled. */
  onFill?: (progress: Progress) => void
}): Backend & { requireUser: preHandlerAsyncHookHandler } {
  const { config, database, clock, logger, metrics } = parts
  const series = createSeriesStore(database)
  const revision = createRevision(database)
  const source = createConfiguredSource(config, clock)
  const ingestion =
    source &&
    createIngestion({
      source,
      database,
      series,
      registry: metrics,
      clock,
      logger,
      leadership: { isLeader: () => true },
      backfillDays: config.BACKFILL_DAYS,
      onProgress: parts.onFill ?? (() => {}),
    })
  const stop = new AbortController()
  let reading: Promise<void> = Promise.resolve()
  const users = createUsers(database)
  const passwords = createPasswords()
  const tokens = createTokens({
    readSecret: () => readTokenSecret(database, config.TOKEN_SECRET),
    lifetimeS: config.TOKEN_LIFETIME_S,
    clock,
  })
  const throttle = createSignInThrottle(clock)
  const requireUser = createRequireUser(
    tokens,
    createCredentialCheck((userIds) => users.credentialVersions(userIds)),
  )

  return {
    async routes(server) {
      guardCalls(server)
      await server.register(createTokenRoute({ users, passwords, tokens, throttle }))
      await server.register(createQueryRoutes({ series, revision, clock, requireUser }))
      const progress = () => ingestion?.progress() ?? null
      await server.register(createStatusRoute({ source, progress, series, revision, clock, requireUser }))
      await server.register(openApiRoute)
    },
    readiness: [createDatabasePart(database), ...(ingestion === null ? [] : [ingestion.readiness])],
    about: {
      source: source?.label ?? null,
      isDemo: source?.isDemo ?? false,
      credit: source?.credit ?? null,
    },
    async start() {
      const firstUser = await whenDatabaseAnswers(() =>
        makeFirstUser({ users, passwords }, config.ADMIN_USERNAME, config.ADMIN_PASSWORD),
      )
      reading = ingestion?.run(stop.signal) ?? reading
      return firstUser
    },
    async close() {
      stop.abort()
      await reading
      await database.close()
    },
    requireUser,
  }
}

/** Answers belong to one user and one moment; and a small compressed body may be a large one. */
function guardCalls(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new RequestError(415, 'A compressed body is not accepted.')
  })
}

function whenDatabaseAnswers<Result>(work: () => Promise<Result>): Promise<Result> {
  return pRetry(work, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 250,
    maxTimeout: 4000,
    randomize: true,
    shouldRetry: ({ error }) => error instanceof DatabaseError,
  })
}
