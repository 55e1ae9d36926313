import fastifyReplyFrom from '@fastify/reply-from'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import type { Backend } from './backend.ts'
import { GatewayError } from './errors.ts'
import type { ReadinessPart } from '#server/http/readiness.ts'

const CONNECT_TIMEOUT_MS = 5000
/** To the first byte of the answer, and between any two of its parts. */
const SILENCE_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 900

/** Who asks, and how: the backend sees our address only. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  const before = request.headers['x-forwarded-for']
  return {
    'x-forwarded-for': before === undefined ? request.ip : `${String(before)}, ${request.ip}`,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/**
 * Passes `/oauth2` and `/energia` on to another backend as they are: method, path, query, headers and body there, status, headers
 * and body back, both streamed. 502 where that side does not answer, 504 where it takes too long; nothing is asked twice.
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

  // Above both, so that it is they who end a call.
  const handlerTimeout = 2 * (CONNECT_TIMEOUT_MS + silenceTimeoutMs)
  return async (server) => {
    server.removeAllContentTypeParsers()
    server.addContentTypeParser('*', (_request, body, done) => done(null, body))
    await server.register(fastifyReplyFrom, {
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

/** The other backend gives some answer, whatever it says. */
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

/** Another backend that keeps the calls; what only ours has is then absent. No database is opened. */
export function createBackendProxy(backendUrl: string): Backend {
  return {
    routes: createProxyRoutes(backendUrl),
    readiness: [createBackendPart(backendUrl)],
    about: { source: null, isDemo: false, credit: null },
    start: async () => ({ backendUrl }),
    close: async () => {},
  }
}
