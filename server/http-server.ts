import { randomUUID } from 'node:crypto'

import fastifyUnderPressure from '@fastify/under-pressure'
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Config } from './config.ts'
import { createErrorHandler, RequestError } from './errors.ts'
import { isInterfacePath } from './web-pages/pages.ts'

/** An HTTP server without routes: its limits, and what becomes of errors. */
export async function createHttpServer(config: Config, logger: FastifyBaseLogger): Promise<FastifyInstance> {
  const server = createLimitedServer(config, logger)
  server.setErrorHandler(createErrorHandler())
  await refuseEarly(server)
  return server
}

/** Every limit that keeps one caller from holding the server up; milliseconds and bytes. */
function createLimitedServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
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

async function refuseEarly(server: FastifyInstance): Promise<void> {
  // Text is what a foreign page may send without asking first.
  server.removeContentTypeParser('text/plain')
  server.addHook('onRequest', async (request, reply) => {
    const encoding = request.headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity')
      throw new RequestError(415, 'A compressed body is not accepted.')
    if (isInterfacePath(request.url)) reply.header('cache-control', 'no-store')
  })
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: 250,
    // Pages and health are light, and needed most while the server is busy.
    pressureHandler: async (request) => {
      if (isInterfacePath(request.url))
        throw new RequestError(503, 'The server is busy; try again in a moment.', { 'retry-after': '5' })
    },
  })
}
