import type { FastifyPluginAsync } from 'fastify'

import type { Queryable } from '#server/database/database.ts'

const DATABASE_ANSWER_MS = 900

/** One part of the server that must be ready before `/readyz` answers 200. */
export interface ReadinessPart {
  name: string
  /** Never rejects. */
  check(): Promise<{ isReady: boolean; message: string; progress?: { done: number; total: number } }>
}

/** Ready when the database answers a statement in time. */
export function createDatabasePart(database: Queryable): ReadinessPart {
  return {
    name: 'database',
    async check() {
      const late = new Promise<never>((_resolve, reject) => {
        setTimeout(() => reject(new Error('late')), DATABASE_ANSWER_MS).unref()
      })
      try {
        await Promise.race([database.query('SELECT 1'), late])
        return { isReady: true, message: 'answers' }
      } catch {
        return { isReady: false, message: 'does not answer' }
      }
    },
  }
}

/** `GET /livez`: 200 while the process can answer. `GET /readyz`: 200 when every part is ready, else 503; the body has each part's state. */
export function createHealthRoutes(parts: readonly ReadinessPart[]): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    app.get('/livez', async () => ({ status: 'live' }))
    app.get('/readyz', async (_request, reply) => {
      const states = await Promise.all(parts.map((part) => part.check()))
      const isReady = states.every((state) => state.isReady)
      const byName = Object.fromEntries(parts.map((part, index) => [part.name, states[index]]))
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', parts: byName })
    })
  }
}
