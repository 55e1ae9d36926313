import { hash, timingSafeEqual } from 'node:crypto'

import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'
import type { Registry } from 'prom-client'

import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'

import { bearerToken } from './signed-in.ts'

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
