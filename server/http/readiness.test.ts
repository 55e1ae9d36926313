import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { createHealthRoutes, type ReadinessPart } from './readiness.ts'

const part = (name: string, state: { isReady: boolean; isDegraded?: boolean }): ReadinessPart => ({
  name,
  check: async () => ({ ...state, message: '' }),
})
const READY = part('ready', { isReady: true })
const DEGRADED = part('degraded', { isReady: true, isDegraded: true })
const SILENT: ReadinessPart = { name: 'silent', check: () => new Promise(() => {}) }
const NOT_READY = part('not ready', { isReady: false })

test.each([
  [200, 'ready', [READY]],
  [200, 'degraded', [READY, DEGRADED]],
  [503, 'not ready', [DEGRADED, NOT_READY]],
  [503, 'not ready', [SILENT, READY]],
])('answers %i and says %s', async (statusCode, status, parts) => {
  const server = fastify()
  await server.register(createHealthRoutes(parts, () => true))
  const answer = await server.inject('/readyz')
  expect(answer.statusCode).toBe(statusCode)
  expect(answer.json()).toMatchObject({ status })
})
