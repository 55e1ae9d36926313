import type { FastifyPluginAsync } from 'fastify'

import { SETTINGS_PATH, type Settings } from '#contract/settings.ts'

/** `GET /settings.json`: what the pages must know before anybody has signed in. */
export function createSettingsRoute(settings: Settings): FastifyPluginAsync {
  return async (app) => {
    app.get(SETTINGS_PATH, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').send(settings),
    )
  }
}
