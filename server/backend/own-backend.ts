import type { FastifyInstance } from 'fastify'
import pRetry from 'p-retry'

import { REVISION_HEADER } from '#contract/http-names.ts'
import { CSV_TYPE } from '#contract/uploads.ts'
import { createStatusRoute } from '#server/answers/status-route.ts'
import type { Backend } from '#server/app.ts'
import { watchDatabase } from '#server/database/watch-database.ts'
import { DatabaseError, RequestError } from '#server/errors.ts'
import { createOpenApiRoute } from '#server/http/openapi.ts'
import { createDatabasePart } from '#server/http/readiness.ts'
import { logSecurityEvent } from '#server/http/security-events.ts'
import type { RequestCheck } from '#server/http/signed-in.ts'
import type { Revision } from '#server/series/revision.ts'
import type { Progress } from '#server/sources/ingestion/progress.ts'

import { createAlerts } from './alerts.ts'
import { createForecasts } from './forecasts.ts'
import { requireOneKindOfSource } from './one-kind-of-source.ts'
import { createPeople } from './people.ts'
import { type Base, createShared } from './shared.ts'
import { measureState } from './state-metrics.ts'
import { createValues } from './values.ts'

interface OwnBackendParts extends Base {
  onFill?: (progress: Progress) => void
}

/** `close` also closes the given database. */
export function createOwnBackend({ onFill = () => {}, ...base }: OwnBackendParts): Backend {
  const { config, logger, metrics } = base
  const { database, hasRoom } = watchDatabase(base.database, logger)
  const shared = createShared({ ...base, database })
  const people = createPeople(shared)
  const ofPeople = { ...shared, asUser: people.asUser, readFollowed: people.readFollowed }
  const values = createValues({ ...ofPeople, onFill })
  const { source, weatherCredit } = values
  const forecasts = createForecasts({ ...ofPeople, source, isFilling: values.isFilling })
  const wings = [people, values, forecasts, createAlerts({ ...ofPeople, source })]

  const dataDir = database.engine === 'embedded' ? config.DATA_DIR : null
  const state = { ...shared, ...values, dataDir, hasRoom }
  measureState(metrics, state)
  const calls = [
    ...wings.flatMap((wing) => wing.calls),
    createStatusRoute({ ...state, replays: forecasts.replays, weatherCredit: weatherCredit?.text ?? null }),
    createOpenApiRoute(config.BASE_PATH),
  ]
  const stopping = new AbortController()
  let isLive = false
  let work: Promise<unknown> = Promise.resolve()

  return {
    async routes(server) {
      guardCalls(server)
      server.addHook('preClose', (done) => {
        shared.queue.refuseWaiting()
        done()
      })
      server.addHook('onRoute', (route) => {
        const who = route.config?.who ?? 'admin'
        const guards = people.guards[who]
        route.preHandler = who === 'reader' ? [...guards, nameRevision(shared.revision)] : guards
      })
      await server.register(people.signIn)
      for (const route of calls) server.route(route)
    },
    readiness: [createDatabasePart(database, hasRoom), ...wings.flatMap((wing) => wing.readiness)],
    isLive: () => isLive,
    about: {
      source: source?.label ?? null,
      isDemo: source?.isDemo ?? false,
      credit: source?.credit ?? null,
      weatherCredit,
    },
    async start() {
      const makeFirstUser = async () => {
        await requireOneKindOfSource(database, config)
        return people.makeFirstUser()
      }
      const firstUser = await whenAnswered(makeFirstUser, () => void (isLive = true))
      isLive = true
      if (firstUser !== null) {
        const target = firstUser.name
        logSecurityEvent({ log: logger, user: null, ip: null }, 'user-added', { target, role: 'admin' })
      }
      work = Promise.all(wings.map((wing) => wing.run(stopping.signal)))
      return firstUser ?? 'existing users'
    },
    async close() {
      stopping.abort()
      await work
      await shared.leadership.close()
      await shared.close()
    },
  }
}

/** Answers name the least revision of their values. Sent back, another server answers with values at least as new. */
function nameRevision(revision: Revision): RequestCheck {
  return async ({ headers }, reply) => {
    const seen = Number(headers[REVISION_HEADER] ?? 0)
    reply.header(REVISION_HEADER, await revision.atLeast(Number.isSafeInteger(seen) ? seen : 0))
  }
}

/** Rejects if the database refuses. */
function whenAnswered<Result>(read: () => Promise<Result>, onFailure: () => void): Promise<Result> {
  return pRetry(read, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 250,
    maxTimeout: 4000,
    randomize: true,
    onFailedAttempt: onFailure,
    shouldRetry: ({ error }) => error instanceof DatabaseError && error.fault !== 'refused',
  })
}

/** Answers depend on user and time and are not cached. A small compressed body may expand to a large one. */
function guardCalls(server: FastifyInstance): void {
  server.decorateRequest('user', null)
  server.addContentTypeParser(CSV_TYPE, { parseAs: 'string' }, (_request, text, done) => done(null, text))
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      done(new RequestError(415, 'A compressed body is not accepted.'))
    else done()
  })
}
