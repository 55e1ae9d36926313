import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import pRetry from 'p-retry'
import type { Registry } from 'prom-client'

import { CSV_TYPE } from '#contract/uploads.ts'
import { createAlertRoutes } from '#server/alerts/alert-routes.ts'
import { createAlertStore } from '#server/alerts/alert-store.ts'
import { createAlertWatch } from '#server/alerts/alert-watch.ts'
import { createMessageCounter, createSendMessage } from '#server/alerts/send-message.ts'
import { createBriefingRoute, readDueBriefing } from '#server/answers/briefing.ts'
import { createDataDaysRoute } from '#server/answers/data-days.ts'
import { readSheetText } from '#server/answers/day/sheet-answer.ts'
import { createForecastRoutes } from '#server/answers/forecast-routes.ts'
import { createQueryRoute } from '#server/answers/graph/graph-answers.ts'
import { createRowTables } from '#server/answers/row-tables.ts'
import { createAreasRoute } from '#server/answers/rows/areas-route.ts'
import { createSeriesRoute } from '#server/answers/rows/series-route.ts'
import { createAnswerJson, createAnswerOnce, createAnswerQueue } from '#server/answers/sending/answer-once.ts'
import { createAnswerRows } from '#server/answers/sending/answer-rows.ts'
import { createStatusRoute } from '#server/answers/status-route.ts'
import { createUploadRoutes } from '#server/answers/upload-routes.ts'
import { createKeyRoutes, createKeyStore, createRequireReader } from '#server/auth/keys.ts'
import { createSignIn } from '#server/auth/sign-in.ts'
import { createDashboardRoutes, readFollowed } from '#server/dashboards/dashboard-routes.ts'
import type { Database } from '#server/database/database.ts'
import { createLeadership } from '#server/database/leadership.ts'
import { watchDatabase } from '#server/database/watch-database.ts'
import { placeOf } from '#server/forecast/model/history/area-places.ts'
import { createForecastThread } from '#server/forecast/runs/job/forecast-thread.ts'
import {
  readFinalForecast,
  readNewestRun,
  readRunChange,
  readRunTimes,
  readRunValues,
  readUploadBesideRuns,
} from '#server/forecast/runs/kept/read-runs.ts'
import { createRunStore } from '#server/forecast/runs/kept/run-store.ts'
import { createForecastSchedule } from '#server/forecast/runs/schedule/forecast-schedule.ts'
import { createRunsReadiness } from '#server/forecast/runs/schedule/runs-readiness.ts'
import type { Who } from '#server/http/call.ts'
import { createQueueGauge } from '#server/http/metrics.ts'
import { createOpenApiRoute } from '#server/http/openapi.ts'
import { createDatabasePart } from '#server/http/readiness.ts'
import { logCommandEvents, logSecurityEvent } from '#server/http/security-events.ts'
import type { RequestCheck } from '#server/http/signed-in.ts'
import { requireOneKindOfSource } from '#server/one-kind-of-source.ts'
import { createReadMeans, type MeansParts } from '#server/series/means/means.ts'
import { createRevision } from '#server/series/revision.ts'
import { readDelays } from '#server/series/store/actual-delays.ts'
import { createSeriesStore } from '#server/series/store/series-store.ts'
import { createUploadStore } from '#server/series/uploads/upload-store.ts'
import { createWeatherStore } from '#server/series/weather/weather-store.ts'
import { EIC_BY_AREA } from '#server/sources/entsoe/areas.ts'
import { createIngestion } from '#server/sources/ingestion/ingestion.ts'
import type { Progress } from '#server/sources/ingestion/progress.ts'
import { feedName } from '#server/sources/source.ts'
import { createWeatherFeed } from '#server/sources/weather/weather-feed.ts'

import type { Backend } from './app.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { createConfiguredSource, createConfiguredWeather } from './configured-source.ts'
import { DatabaseError, RequestError } from './errors.ts'
import { measureState } from './state-metrics.ts'

interface OwnBackendParts {
  config: Config
  database: Database
  clock: Clock
  logger: FastifyBaseLogger
  metrics: Registry
  onFill?: (progress: Progress) => void
}

/** Our own backend, and the list of its parts. `close` also closes the given database. */
export function createOwnBackend(parts: OwnBackendParts): Backend {
  const { config, clock, logger, metrics, onFill = () => {} } = parts
  const { database, hasRoom } = watchDatabase(parts.database, logger)
  const series = createSeriesStore(database)
  const weather = createWeatherStore(database)
  const uploads = createUploadStore(database)
  const store = createRunStore(database, series, config.SOURCE)
  const revision = createRevision(database)
  const leadership = createLeadership(database)
  const readUpload = ((...which) =>
    readUploadBesideRuns({ store, uploads, clock }, ...which)) satisfies MeansParts['readUpload']
  const readMeans = createReadMeans({ series, readUpload, clock })
  const countWaiting = createQueueGauge(metrics)
  const queue = createAnswerQueue(countWaiting('queries'))
  const signIn = createSignIn({ database, clock, config, onWaiting: countWaiting('sign-ins') })
  const { requireUser, requireAdmin, asUser } = signIn
  const keys = createKeyStore(database)
  const base = { database, series, weather, uploads, store, revision, leadership, clock, logger }
  const answerOnce = createAnswerOnce({ revision, queue })
  /** Shared by the parts below. Each takes what its type names. */
  const shared = {
    ...base,
    asUser,
    keys,
    readMeans,
    readUpload,
    alerts: createAlertStore(database),
    hosts: config.ALERT_HOSTS,
    backfillDays: config.BACKFILL_DAYS,
    answerOnce,
    answerJson: createAnswerJson({ revision, answerOnce }),
    answerRows: createAnswerRows({ revision, queue }),
    readFollowed: (userId: number) => readFollowed(database, userId),
    site: config.PUBLIC_URL ?? null,
    newestRun: () => readNewestRun(store),
    readRunValues: ((...which) => readRunValues(store, ...which)) satisfies MeansParts['readRunValues'],
  }

  const source = createConfiguredSource(config, clock, database, (reason, feed) =>
    logger.warn({ feed: feed && feedName(feed), reason }, 'source has a notice'),
  )
  const ingestion = source && createIngestion({ ...shared, source, registry: metrics, onProgress: onFill })
  const weatherSource = createConfiguredWeather(config, clock)
  const weatherFeed = weatherSource && createWeatherFeed({ ...shared, source: weatherSource, store: weather })
  const reading = {
    source,
    progress: () => ingestion?.progress() ?? null,
    outage: () => ingestion?.outage() ?? null,
    // Only the leader asks for weather: another process would take its own silence for that of the source.
    weatherProblem: () => (leadership.isLeader() ? (weatherFeed?.problem() ?? null) : null),
  }

  const forecasts = createForecastSchedule({
    ...shared,
    runJob: createForecastThread(),
    isFilling: async () =>
      weatherFeed?.isFilling() === true ||
      (ingestion !== null && (reading.progress() !== null || !(await ingestion.readiness.check()).isReady)),
  })
  const alertWatch = createAlertWatch({
    ...shared,
    readFinal: (area, span) => readFinalForecast(store, area, span),
    readChange: (area, span) => readRunChange(store, area, span),
    readDelays: async (area, nowUtc) =>
      source === null ? [] : readDelays({ ...shared, source: source.name }, [area], nowUtc),
    readNewestRun: shared.newestRun,
    readSheet: (day) => readSheetText(shared, day),
    readDueBriefing: (userId) => readDueBriefing({ ...shared, source }, userId),
    send: createSendMessage({
      ...shared,
      count: createMessageCounter(metrics),
      mayRepeat: leadership.isLeader,
    }),
  })
  const dataDir = database.engine === 'embedded' ? config.DATA_DIR : null
  measureState(metrics, { ...shared, ...reading, dataDir, hasRoom })

  const byKey = { keys, requireUser, countCall: signIn.countCall, clock }
  const guards: Readonly<Record<Who, RequestCheck[]>> = {
    anyone: [],
    user: [requireUser],
    reader: [createRequireReader({ ...byKey, isUpload: false })],
    uploader: [createRequireReader({ ...byKey, isUpload: true })],
    admin: [requireAdmin],
  }
  const calls = [
    createQueryRoute(shared),
    ...createForecastRoutes(shared),
    ...createDashboardRoutes(shared),
    ...createKeyRoutes(shared),
    ...createAlertRoutes(shared),
    createSeriesRoute({ ...shared, source, readRunTimes: (...which) => readRunTimes(store, ...which) }),
    createAreasRoute({
      ...shared,
      placeOf: (area) => ({ zone: placeOf(area).zone, eic: EIC_BY_AREA[area] }),
    }),
    ...createRowTables(shared),
    ...createUploadRoutes(shared),
    createStatusRoute({
      ...shared,
      ...reading,
      replays: () => forecasts.replays(),
      weatherCredit: weatherSource?.credit?.text ?? null,
    }),
    createDataDaysRoute({ ...shared, source }),
    createBriefingRoute({ ...shared, source }),
    createOpenApiRoute(config.BASE_PATH),
  ]
  const stopping = new AbortController()
  let isLive = false
  let work: Promise<unknown> = Promise.resolve()

  return {
    async routes(server) {
      server.decorateRequest('user', null)
      guardCalls(server)
      server.addContentTypeParser(CSV_TYPE, { parseAs: 'string' }, (_request, text, done) => done(null, text))
      server.addHook('preClose', (done) => {
        queue.refuseWaiting()
        done()
      })
      server.addHook('onRoute', (route) => {
        route.preHandler = guards[route.config?.who ?? 'admin']
      })
      await server.register(signIn.routes)
      for (const route of calls) server.route(route)
    },
    readiness: [
      createDatabasePart(database, hasRoom),
      signIn.readiness,
      ...(ingestion === null ? [] : [ingestion.readiness]),
      // The demo source delivers all values at once, so readiness can wait for the first forecasts too.
      ...(source?.isDemo ? [createRunsReadiness(shared)] : []),
    ],
    isLive: () => isLive,
    about: {
      source: source?.label ?? null,
      isDemo: source?.isDemo ?? false,
      credit: source?.credit ?? null,
      weatherCredit: weatherSource?.credit ?? null,
    },
    async start() {
      const begin = async () => {
        await requireOneKindOfSource(database, config)
        return signIn.makeFirstUser(config.ADMIN_USERNAME, config.ADMIN_PASSWORD)
      }
      const firstUser = await pRetry(begin, {
        retries: Number.POSITIVE_INFINITY,
        minTimeout: 250,
        maxTimeout: 4000,
        randomize: true,
        onFailedAttempt: () => void (isLive = true),
        shouldRetry: ({ error }) => error instanceof DatabaseError && error.fault !== 'refused',
      })
      isLive = true
      if (firstUser !== null) {
        const target = firstUser.name
        logSecurityEvent({ log: logger, user: null, ip: null }, 'user-added', { target, role: 'admin' })
      }
      work = Promise.all([
        ingestion?.run(stopping.signal),
        weatherFeed?.run(stopping.signal),
        forecasts.run(stopping.signal),
        alertWatch.run(stopping.signal),
        logCommandEvents(shared, stopping.signal),
      ])
      return firstUser ?? 'existing users'
    },
    async close() {
      stopping.abort()
      await work
      await leadership.close()
      await database.close()
    },
  }
}

/** Answers depend on the user and the moment, so they are not cached. A small compressed body may expand to a large one. */
function guardCalls(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      done(new RequestError(415, 'A compressed body is not accepted.'))
    else done()
  })
}
