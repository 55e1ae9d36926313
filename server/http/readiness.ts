import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyPluginAsync } from 'fastify'

import { PRODUCT_VERSION } from '#contract/product.ts'
import type { Queryable } from '#server/database/database.ts'

/** A slower part counts as not ready. */
const PART_ANSWER_MS = 900

const LATE = { isReady: false, message: 'does not answer' }

export interface ReadinessPart {
  name: string
  /** Never rejects. A degraded part is ready, but does only some of its work. */
  check(): Promise<{
    isReady: boolean
    isDegraded?: boolean
    message: string
    progress?: { done: number; total: number }
  }>
}

/** Degraded while the disk is full. */
export function createDatabasePart(database: Queryable, hasRoom: () => boolean): ReadinessPart {
  return {
    name: 'database',
    async check() {
      const answer = await database.query('SELECT 1').catch(() => null)
      if (answer === null) return LATE
      if (hasRoom()) return { isReady: true, message: 'answers' }
      const message = 'answers, but its disk had no room, or failed, within the last two minutes'
      return { isReady: true, isDegraded: true, message }
    },
  }
}

/** `/livez`: 200 from the end of the start until the stop. `/readyz`: 200 if every part is ready, even degraded: another server could do no better. */
export function createHealthRoutes(
  parts: readonly ReadinessPart[],
  isLive: () => boolean,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
    })
    const config = { who: 'anyone' } as const
    app.get('/livez', { config }, async (_request, reply) =>
      reply
        .code(isLive() ? 200 : 503)
        .send({ status: isLive() ? 'live' : 'not live', version: PRODUCT_VERSION }),
    )
    app.get('/readyz', { config }, async (_request, reply) => {
      const states = await Promise.all(
        parts.map((part) => Promise.race([part.check(), sleep(PART_ANSWER_MS, LATE, { ref: false })])),
      )
      const isReady = states.every((state) => state.isReady)
      const isDegraded = states.some((state) => 'isDegraded' in state && state.isDegraded)
      const status = isDegraded ? 'degraded' : 'ready'
      const byName = Object.fromEntries(parts.map((part, index) => [part.name, states[index]]))
      return reply.code(isReady ? 200 : 503).send({ status: isReady ? status : 'not ready', parts: byName })
    })
  }
}

export type Leaving = ReturnType<typeof createLeaving>

/** Makes the server not ready before a stop: a load balancer sends requests elsewhere. */
export function createLeaving() {
  let isLeaving = false
  return {
    name: 'server',
    check: async () => ({ isReady: !isLeaving, message: isLeaving ? 'is about to stop' : 'runs' }),
    isLeaving: (): boolean => isLeaving,
    announce: (): void => {
      isLeaving = true
    },
  }
}
