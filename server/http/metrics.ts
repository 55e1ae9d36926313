import { hash, timingSafeEqual } from 'node:crypto'

import type { FastifyPluginAsync, FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { PRODUCT_VERSION } from '#contract/product.ts'
import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'

import { bearerToken } from './signed-in.ts'

type MetricsConfig = Pick<Config, 'METRICS_ACCESS' | 'METRICS_TOKEN'>

/** Headers with which a proxy says that it passes on somebody else's request. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/**
 * Whether a request comes from this machine. A local proxy is on loopback too, so a forwarded request counts only if the proxy is
 * trusted: then `request.ip` is the address of its client.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
  const isProxyTrusted = request.ips !== undefined && request.ips.length > 1
  const isLoopback = ipaddr.isValid(request.ip) && ipaddr.process(request.ip).range() === 'loopback'
  return isLoopback && (!isForwarded || isProxyTrusted)
}

/** Refuses requests for the metrics with 401 unless they come from this machine, carry the token, or everyone may read them. */
function createMetricsGuard({ METRICS_ACCESS, METRICS_TOKEN }: MetricsConfig): onRequestAsyncHookHandler {
  const digest = (token: string) => hash('sha256', token, 'buffer')
  const expected = METRICS_TOKEN === undefined ? null : digest(METRICS_TOKEN)

  function hasToken(request: FastifyRequest): boolean {
    const token = bearerToken(request)
    return expected !== null && token !== null && timingSafeEqual(digest(token), expected)
  }

  return async (request) => {
    if (METRICS_ACCESS === 'public' || isFromThisMachine(request) || hasToken(request)) return
    throw new RequestError(401, 'The metrics need METRICS_TOKEN as a bearer token.', {
      'www-authenticate': 'Bearer',
    })
  }
}

/** Seconds, from the time of a cached answer to the answer deadline. */
const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts and times every request by its route, never by its URL. */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the first byte of a request to the last of its answer',
    labelNames: ['method', 'route'],
    buckets: DURATION_BUCKETS_S,
    registers: [registry],
  })
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    requests.inc({ method, route, status: reply.statusCode })
    durations.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}

/** A registry with the metrics of the process: memory, event loop, garbage collection, and what it is. */
export function createMetrics({ SOURCE, BACKEND_URL }: Pick<Config, 'SOURCE' | 'BACKEND_URL'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'energy_build_info',
    help: 'Version of the product and of Node.js, and the source that is read',
    labelNames: ['version', 'node', 'source'],
    registers: [registry],
  }).set(
    {
      version: PRODUCT_VERSION,
      node: process.versions.node,
      source: BACKEND_URL === undefined ? SOURCE : 'none',
    },
    1,
  )
  return registry
}

/** A gauge of what waits, by the name of its queue. */
export function createQueueGauge(registry: Registry): (queue: string) => (count: number) => void {
  const waiting = new Gauge({
    name: 'energy_queue_length',
    help: 'Work that waits for its turn',
    labelNames: ['queue'],
    registers: [registry],
  })
  return (queue) => {
    waiting.set({ queue }, 0)
    return (count) => waiting.set({ queue }, count)
  }
}

/** `GET /metrics`: Prometheus text, for this machine, for holders of the token, or for everyone if configured so. */
export function createMetricsRoute(registry: Registry, config: MetricsConfig): FastifyPluginAsync {
  return async (server) => {
    server.get('/metrics', { onRequest: createMetricsGuard(config) }, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics()),
    )
  }
}
