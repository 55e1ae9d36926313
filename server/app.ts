import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Backend } from './backend.ts'
import type { Config } from './config.ts'
import { refuseUnknown } from './errors.ts'
import { createHttpServer } from './http-server.ts'
import { createMetrics, createMetricsRoute, measureRequests } from './metrics.ts'
import { createHealthRoutes } from './readiness.ts'
import { servePages } from './web-pages/pages.ts'
import { addSecurityHeaders } from './web-pages/security-headers.ts'
import { createSettingsRoute } from './web-pages/settings-route.ts'

export interface AppParts {
  config: Config
  backend: Backend
  logger: FastifyBaseLogger
  /** Folder of the built pages. */
  pagesFolder: string
}

/** The server around a backend: headers, limits, pages, health, metrics. Nothing listens yet. */
export async function createApp({
  config,
  backend,
  logger,
  pagesFolder,
}: AppParts): Promise<FastifyInstance> {
  const server = await createHttpServer(config, logger)
  const metrics = createMetrics()
  measureRequests(server, metrics)
  await addSecurityHeaders(server, [config.TILE_URL_LIGHT, config.TILE_URL_DARK])

  await server.register(createHealthRoutes(backend.readiness))
  await server.register(createMetricsRoute(metrics))
  await server.register(
    createSettingsRoute({
      ...backend.about,
      tileUrlLight: config.TILE_URL_LIGHT,
      tileUrlDark: config.TILE_URL_DARK,
    }),
  )
  await server.register(backend.routes)

  const answerPage = await servePages(server, pagesFolder)
  server.setNotFoundHandler(
    (request, reply) => answerPage(request, reply) ?? refuseUnknown(server, request, reply),
  )
  return server
}
