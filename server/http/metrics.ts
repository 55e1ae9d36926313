import { hash, timingSafeEqual } from 'node:crypto'
import { subscribe } from 'node:diagnostics_channel'
import { TLSSocket } from 'node:tls'

import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { z } from 'zod'

import { PRODUCT_VERSION } from '#contract/product.ts'
import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'

import { bearerToken } from './signed-in.ts'

/** From a cached answer to the answer deadline. */
const DURATION_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts by route, never by URL. */
export function measureRequests(server: FastifyInstance, registry: Registry): void {
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from the first byte of a request to the last byte of its answer',
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

export function createMetrics({ SOURCE, BACKEND_URL }: Pick<Config, 'SOURCE' | 'BACKEND_URL'>): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'energy_build_info',
    help: 'Versions of the product and of Node.js, and the data source',
    labelNames: ['version', 'node', 'source'],
    registers: [registry],
  })
    .labels(PRODUCT_VERSION, process.versions.node, BACKEND_URL === undefined ? SOURCE : 'none')
    .set(1)
  return registry
}

/** Published by Node.js when `fetch` connects. */
const ConnectedSchema = z.object({
  connectParams: z.object({ hostname: z.string() }),
  socket: z.instanceof(TLSSocket),
})

/** Reads certificates of connections that are made anyway. */
export function measureCertificates(registry: Registry): void {
  const expires = new Gauge({
    name: 'energy_certificate_expires_timestamp_seconds',
    help: 'When the certificate of a service that this server calls expires',
    labelNames: ['host'],
    registers: [registry],
  })
  subscribe('undici:client:connected', (message) => {
    const connected = ConnectedSchema.safeParse(message)
    if (!connected.success) return
    const { connectParams, socket } = connected.data
    // A resumed TLS session shows no certificate.
    const expiresUtc = Date.parse(socket.getPeerCertificate().valid_to)
    if (!Number.isNaN(expiresUtc)) expires.set({ host: connectParams.hostname }, expiresUtc / 1000)
  })
}

export function createMadeCounter(registry: Registry): () => void {
  const made = new Counter({
    name: 'energy_answers_made_total',
    help: 'Answers computed, not served from the cache',
    registers: [registry],
  })
  return () => made.inc()
}

export function createReadCounter(registry: Registry): (from: 'stand-by' | 'primary') => void {
  const reads = new Counter({
    name: 'energy_database_reads_total',
    help: 'Reads of values with DATABASE_READ_URL, by the database server that answered',
    labelNames: ['from'],
    registers: [registry],
  })
  return (from) => reads.inc({ from })
}

export function createQueueGauge(registry: Registry): (queue: string) => (count: number) => void {
  const waiting = new Gauge({
    name: 'energy_queue_length',
    help: 'Calls that wait for a free place in the queue',
    labelNames: ['queue'],
    registers: [registry],
  })
  return (queue) => {
    waiting.set({ queue }, 0)
    return (count) => waiting.set({ queue }, count)
  }
}

const FORWARDING_HEADERS = ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'] as const

/** A local proxy is on loopback too. `request.ip` is its client only if the proxy is trusted. */
function isFromThisMachine(request: FastifyRequest): boolean {
  const isForwarded = FORWARDING_HEADERS.some((name) => request.headers[name] !== undefined)
  const isProxyTrusted = request.ips !== undefined && request.ips.length > 1
  const isLoopback = ipaddr.isValid(request.ip) && ipaddr.process(request.ip).range() === 'loopback'
  return isLoopback && (!isForwarded || isProxyTrusted)
}

/** Compares in constant time; digests have equal lengths. */
function isSameToken(token: string | null, expected: string | undefined): boolean {
  if (token === null || expected === undefined) return false
  return timingSafeEqual(hash('sha256', token, 'buffer'), hash('sha256', expected, 'buffer'))
}

export function createMetricsRoute(
  registry: Registry,
  { METRICS_ACCESS, METRICS_TOKEN }: Pick<Config, 'METRICS_ACCESS' | 'METRICS_TOKEN'>,
): FastifyPluginAsync {
  async function guard(request: FastifyRequest): Promise<void> {
    if (METRICS_ACCESS === 'public' || isFromThisMachine(request)) return
    if (isSameToken(bearerToken(request), METRICS_TOKEN)) return
    const headers = { 'www-authenticate': 'Bearer' }
    throw new RequestError(401, 'The metrics need METRICS_TOKEN as a bearer token.', headers)
  }
  return async (server) => {
    server.get('/metrics', { onRequest: guard, config: { who: 'anyone' } }, async (_request, reply) =>
      reply
        .header('cache-control', 'no-store')
        .type(registry.contentType)
        .send(await registry.metrics()),
    )
  }
}
