import { randomUUID } from 'node:crypto'

import fastifyUnderPressure from '@fastify/under-pressure'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Config } from './config.ts'
import { createErrorHandler, refuseUnknown, RequestError } from './errors.ts'
import { createHealthRoutes, type ReadinessPart } from './readiness.ts'
import { isInterfacePath, servePages } from './web-pages/pages.ts'
import { addSecurityHeaders } from './web-pages/security-headers.ts'
import { createSettingsRoute } from './web-pages/settings-route.ts'

export interface AppParts {
  config: Config
  logger: FastifyBaseLogger
  /** Folder of the built pages. */
  pagesFolder: string
  readiness: readonly ReadinessPart[]
}

/** The server: the one list of what it is made of. Nothing runs and nothing listens yet. */
export async function createApp({
  config,
  logger,
  pagesFolder,
  readiness,
}: AppParts): Promise<FastifyInstance> {
  const app = createServer(config, logger)
  app.setErrorHandler(createErrorHandler())
  await addSecurityHeaders(app, [config.TILE_URL_LIGHT, config.TILE_URL_DARK])
  await addLimits(app)

  await app.register(createHealthRoutes(readiness))
  await app.register(
    createSettingsRoute({
      source: null,
      isDemo: config.SOURCE === 'demo',
      credit: null,
      tileUrlLight: config.TILE_URL_LIGHT,
      tileUrlDark: config.TILE_URL_DARK,
    }),
  )

  const answerPage = await servePages(app, pagesFolder)
  app.setNotFoundHandler((request, reply) => answerPage(request, reply) ?? refuseUnknown(app, request))
  return app
}

/** Every limit that keeps one caller from holding the server up; milliseconds and bytes. */
function createServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  return fastify({
    loggerInstance: logger,
    // Requests are counted by the metrics; only failures are logged.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    requestTimeout: 15_000,
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    handlerTimeout: 10_000,
    maxRequestsPerSocket: 1000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    bodyLimit: 16_384,
    routerOptions: { maxParamLength: 100 },
    return503OnClosing: true,
    forceCloseConnections: 'idle',
    // Fastify's own defaults would drop unknown keys and turn numbers into text.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allErrors: false } },
    frameworkErrors: createErrorHandler(),
  })
}

async function addLimits(app: FastifyInstance): Promise<void> {
  // Text is what a foreign page may send without asking first.
  app.removeContentTypeParser('text/plain')
  app.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new RequestError(415, 'A compressed body is not accepted.')
    if (isInterfacePath(request.url)) reply.header('cache-control', 'no-store')
  })
  await app.register(fastifyUnderPressure, {
    maxEventLoopDelay: 250,
    // Pages and health are light, and needed most while the server is busy.
    pressureHandler: async (request) => {
      if (isInterfacePath(request.url))
        throw new RequestError(503, 'The server is busy; try again in a moment.', { 'retry-after': '5' })
    },
  })
}
