import type { FastifyInstance } from 'fastify'

import { REFUSAL_HEADER, REVISION_HEADER } from '#contract/http-names.ts'
import { BASIS_HEADER, REASON_HEADER } from '#contract/series.ts'
import type { Config } from '#server/config.ts'

/** Two style elements of React Aria. A test computes the hashes from the installed package. */
export const REACT_ARIA_STYLE_HASHES = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
] as const

/** One origin per host of `{s}`. */
export function tileOrigins(tileUrl: string, hosts: readonly string[]): string[] {
  return [...new Set(hosts.map((host) => new URL(tileUrl.replaceAll('{s}', host)).origin))]
}

/** The browser stores the token: no foreign script, no text as markup, calls only to this server and the tiles. */
function contentSecurityPolicy(tileUrls: readonly string[], hosts: readonly string[]): string {
  const tiles = [...new Set(tileUrls.flatMap((url) => tileOrigins(url, hosts)))].join(' ')
  const styles = REACT_ARIA_STYLE_HASHES.map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`,
    `img-src 'self' data: ${tiles}`,
    `connect-src 'self' ${tiles}`,
    "font-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join(';')
}

type Headers = Readonly<Record<string, string>>

/** A browser that opens an answer must not act on it. */
const CALL_POLICY =
  "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none';object-src 'none'"

/** The headers are constant, so made once. */
export function securityHeaders(
  config: Pick<Config, 'HSTS' | 'TILE_URL_LIGHT' | 'TILE_URL_DARK' | 'TILE_HOSTS'>,
): Record<'page' | 'call', Headers> {
  const common = {
    'strict-transport-security': `max-age=31536000${config.HSTS === 'subdomains' ? '; includeSubDomains' : ''}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  }
  const pagePolicy = contentSecurityPolicy([config.TILE_URL_LIGHT, config.TILE_URL_DARK], config.TILE_HOSTS)
  return {
    page: { ...common, 'content-security-policy': pagePolicy },
    call: { ...common, 'content-security-policy': CALL_POLICY },
  }
}

/** Needs a key; no cookie or browser sign-in opens it. */
const READ_API = '/api/v1/'

/** Opens the read API to pages such as notebooks. All other calls stay closed to these pages. */
export function letPagesRead(server: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  server.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (!request.url.startsWith(READ_API) || origin === undefined || !origins.includes(origin)) return done()
    reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': `etag, retry-after, ${BASIS_HEADER}, ${REASON_HEADER}, ${REFUSAL_HEADER}, ${REVISION_HEADER}`,
      vary: 'origin',
    })
    // A browser sends OPTIONS before it sends a key.
    if (request.method !== 'OPTIONS') return done()
    return reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': `authorization, if-none-match, ${REVISION_HEADER}`,
        'access-control-max-age': '600',
      })
      .send()
  })
}
