import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { ReadinessPart } from '#server/http/readiness.ts'

import type { Backend } from './backend.ts'
import { GatewayError } from './errors.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Longest wait for the first byte of the answer, and between any two parts of it. */
const SILENCE_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 900

/** Tells the backend the caller's address, host and protocol; it sees only our own address. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  const before = request.headers['x-forwarded-for']
  return {
    'x-forwarded-for': before === undefined ? request.ip : `${String(before)}, ${request.ip}`,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/**
 * Passes `/oauth2` and `/energia` on to another backend unchanged: method, path, query, headers and body on the way there, status,
 * headers and body on the way back. Both are streamed. Answers 502 when the backend does not answer and 504 when it takes too long.
 * No request is sent twice.
 */
export function createProxyRoutes(
  backendUrl: string,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
): FastifyPluginAsync {
  const { origin, pathname } = new URL(backendUrl)
  const basePath = pathname.replace(/\/$/, '')

  function passOn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '/'
    return reply.from(basePath + path, {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...forwardedHeaders(request) }),
      onError(failedReply, { error }) {
        const isLate = 'statusCode' in error && error.statusCode === 504
        failedReply.send(new GatewayError(isLate ? 504 : 502, { cause: error }))
      },
    })
  }

  // Longer than both timeouts together, so that they end a call and not this one.
  const handlerTimeout = 2 * (CONNECT_TIMEOUT_MS + silenceTimeoutMs)
  return async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, body, done) => done(null, body))
    // Loaded only here: with its HTTP client it is the largest of all packages.
    await server.register(import('@fastify/reply-from'), {
      base: origin,
      undici: {
        connections: 128,
        connect: { timeout: CONNECT_TIMEOUT_MS },
        headersTimeout: silenceTimeoutMs,
        bodyTimeout: silenceTimeoutMs,
      },
      retryMethods: [],
      disableRequestLogging: true,
    })
    for (const url of ['/oauth2', '/oauth2/*', '/energia', '/energia/*'])
      server.all(url, { handlerTimeout }, passOn)
  }
}

/** Ready when the other backend gives any answer at all. */
function createBackendPart(backendUrl: string): ReadinessPart {
  return {
    name: 'backend',
    async check() {
      try {
        await fetch(backendUrl, {
          method: 'HEAD',
          redirect: 'manual',
          signal: AbortSignal.timeout(PROBE_TIMEOUT_MS),
        })
        return { isReady: true, message: 'answers' }
      } catch {
        return { isReady: false, message: 'does not answer' }
      }
    },
  }
}

/** A backend that passes the calls on to another one. Routes that only our own backend has are missing. Opens no database. */
export function createBackendProxy(backendUrl: string): Backend {
  return {
    routes: createProxyRoutes(backendUrl),
    readiness: [createBackendPart(backendUrl)],
    about: { isOwnBackend: false, source: null, isDemo: false, credit: null, weatherCredit: null },
    start: async () => ({ backendUrl }),
    close: async () => {},
  }
}
