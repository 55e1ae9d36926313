import fastifyHelmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Hashes of the two constant style elements that React Aria adds (`touch-action` for what can be pressed, `overscroll-behavior`
 * under an open overlay). A test computes them from the installed package.
 */
export const REACT_ARIA_STYLE_HASHES = [
  'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o=',
  'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg=',
] as const

/** Origins that an address of tiles stands for: each of a to d where it has `{s}`. */
export function tileOrigins(tileUrl: string): string[] {
  const subdomains = tileUrl.includes('{s}') ? ['a', 'b', 'c', 'd'] : ['']
  return subdomains.map((subdomain) => new URL(tileUrl.replace('{s}', subdomain)).origin)
}

/**
 * The headers of every answer. The token lies in the browser's storage, so the policy lets no foreign script run, no text become
 * markup (Trusted Types without any policy) and nothing be sent anywhere but here and to the hosts of the map's tiles.
 */
export async function addSecurityHeaders(app: FastifyInstance, tileUrls: readonly string[]): Promise<void> {
  const tiles = [...new Set(tileUrls.flatMap(tileOrigins))]
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", ...REACT_ARIA_STYLE_HASHES.map((hash) => `'${hash}'`)],
        imgSrc: ["'self'", 'data:', ...tiles],
        connectSrc: ["'self'", ...tiles],
        fontSrc: ["'self'"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: ["'none'"],
      },
    },
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: true },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
}
