import type { FastifyPluginAsync } from 'fastify'

import { SETTINGS_PATH, type Settings } from '#contract/settings.ts'

/** `GET /settings.json`: settings that the pages need before sign-in. */
export function createSettingsRoute(settings: Settings): FastifyPluginAsync {
  return async (app) => {
    app.get(SETTINGS_PATH, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(settings),
    )
  }
}
