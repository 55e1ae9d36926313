import type { FastifyInstance } from 'fastify'

import { REASON_HEADER } from '#contract/series.ts'

/** What only reads, and takes a key: no cookie and no sign-in of a browser opens it. */
const READ_API = '/api/v1/'

/**
 * Lets pages of some origins, such as notebooks in a browser, call what only reads: it names the origin in every answer, and answers the
 * question that a browser asks before it sends a key. All other calls stay closed to pages of other origins.
 */
export function letPagesRead(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!request.url.startsWith(READ_API) || origin === undefined || !origins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `etag, retry-after, ${REASON_HEADER}`,
      vary: 'origin',
    })
    if (request.method !== 'OPTIONS') return done()
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'authorization, if-none-match',
        'access-control-max-age': '600',
      })
      .send()
  })
}
