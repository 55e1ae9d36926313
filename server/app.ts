import type { FastifyBaseLogger, FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Registry } from 'prom-client'

import { SETTINGS_PATH, type Settings, SettingsSchema } from '#contract/status.ts'
import { call } from '#server/http/call.ts'
import { createHttpServer } from '#server/http/http-server.ts'
import { createMetricsRoute } from '#server/http/metrics.ts'
import { measureRequests } from '#server/http/metrics.ts'
import { createNetworkLimit } from '#server/http/networks.ts'
import { servePages } from '#server/http/pages.ts'
import { createHealthRoutes, type Leaving, type ReadinessPart } from '#server/http/readiness.ts'
import type { SignInHint } from '#server/terminal/welcome.ts'

import type { Config } from './config.ts'
import { refuseUnknown } from './errors.ts'

const MAX_UNKNOWN_PER_MINUTE = 300

/** Our own backend, or a proxy to another one. */
export interface Backend {
  routes: FastifyPluginAsync
  readiness: readonly ReadinessPart[]
  /** False until users can sign in, unless the database does not answer. */
  isLive: () => boolean
  /** About the values, for the pages. */
  about: Pick<Settings, 'source' | 'isDemo' | 'credit' | 'weatherCredit'>
  /** Starts the background work once the database answers. Resolves when users can sign in. */
  start(): Promise<SignInHint>
  /** Stops the work and closes the database. */
  close(): Promise<void>
}

interface AppParts {
  config: Config
  backend: Backend
  /** Not ready once the server is about to stop. */
  leaving: Leaving
  logger: FastifyBaseLogger
  metrics: Registry
  pagesFolder: string
}

/** Does not listen yet. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, backend, leaving, logger, metrics, pagesFolder } = parts
  const server = createHttpServer(config, logger)
  measureRequests(server, metrics)
  // Tells keep-alive clients not to reuse a connection that is about to close.
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (leaving.isLeaving()) reply.header('connection', 'close')
    done()
  })

  const isLive = () => backend.isLive() && !leaving.isLeaving()
  await server.register(createHealthRoutes([leaving, ...backend.readiness], isLive))
  await server.register(createMetricsRoute(metrics, config))
  const settings: Settings = {
    ...backend.about,
    tileUrlLight: config.TILE_URL_LIGHT,
    tileUrlDark: config.TILE_URL_DARK,
    tileHosts: config.TILE_HOSTS,
  }
  server.route(
    call(
      {
        method: 'GET',
        path: SETTINGS_PATH,
        who: 'anyone',
        summary: 'Settings that the pages need before sign-in',
        answer: SettingsSchema,
      },
      async ({ reply }) => reply.header('cache-control', 'no-cache').send(settings),
    ),
  )
  await server.register(backend.routes)

  const answerPage = await servePages(server, pagesFolder, config)
  const countUnknown = createNetworkLimit(
    MAX_UNKNOWN_PER_MINUTE,
    'Too many requests for unknown addresses; try again later.',
  )
  server.setNotFoundHandler(async (request, reply) => {
    const page = answerPage(request, reply)
    if (page !== null) return page
    countUnknown(request)
    return refuseUnknown(server, request)
  })
  return server
}
