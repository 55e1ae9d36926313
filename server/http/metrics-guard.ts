import { hash, timingSafeEqual } from 'node:crypto'

import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'

import type { Config } from '#server/config.ts'
import { RequestError } from '#server/errors.ts'

import { bearerToken } from './bearer-token.ts'

export type MetricsConfig = Pick<Config, 'METRICS_ACCESS' | 'METRICS_TOKEN'>

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
export function createMetricsGuard({
  METRICS_ACCESS,
  METRICS_TOKEN,
}: MetricsConfig): onRequestAsyncHookHandler {
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
