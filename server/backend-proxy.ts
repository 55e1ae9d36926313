import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'

import { isFreeOf } from '#server/http/pages.ts'

import type { Backend } from './app.ts'
import { GatewayError, RequestError } from './errors.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Longest wait for the first byte of an answer and between its parts; proxies often give up after 30 s. */
const SILENCE_TIMEOUT_MS = 25_000
/** Redirects to a sign-in can be long; browsers accept far more. */
const MAX_HEAD_BYTES = 65_536
const PROBE_TIMEOUT_MS = 900
/** HTTP client errors for bytes that are not HTTP, and for a head that is too large. */
const UNREADABLE = new Set(['HTTPParserError', 'HeadersOverflowError'])

/** The backend sees only our own address. */
function forwardedHeaders(request: FastifyRequest): Record<string, string> {
  const before = request.headers['x-forwarded-for']
  return {
    'x-forwarded-for': before === undefined ? request.ip : `${String(before)}, ${request.ip}`,
    'x-forwarded-host': request.host,
    'x-forwarded-proto': request.protocol,
  }
}

/** `\`, a control character, `.` or `..`, also percent-encoded twice: the path may lead a backend out of the calls. */
// oxlint-disable-next-line no-control-regex -- control characters are what is refused
const ESCAPING_PATH = /[\\\u0000-\u001f]|\/\.{1,2}(\/|$)|%(2[5ef]|5c|[01][\da-f])/i

function toGatewayError(error: Error): GatewayError {
  if ('statusCode' in error && error.statusCode === 504) return new GatewayError('late', { cause: error })
  const isUnreadable = error.cause instanceof Error && UNREADABLE.has(error.cause.name)
  return new GatewayError(isUnreadable ? 'unreadable' : 'silent', { cause: error })
}

/** Passes `/oauth2` and `/energia` on, streamed and unchanged. No request is sent twice. */
export function createProxyRoutes(
  backendUrl: string,
  silenceTimeoutMs = SILENCE_TIMEOUT_MS,
): FastifyPluginAsync {
  const { origin, pathname } = new URL(backendUrl)
  const basePath = pathname.replace(/\/$/, '')

  // Longer than both timeouts together, which should end a call first.
  const handlerTimeout = 2 * (CONNECT_TIMEOUT_MS + silenceTimeoutMs)

  function passOn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (!isFreeOf(ESCAPING_PATH, path)) throw new RequestError(400, 'The address has an odd spelling.')
    // The server closes silent connections, but the backend may be silent this long.
    request.raw.setTimeout(handlerTimeout)
    return reply.from(basePath + path, {
      rewriteRequestHeaders: (_request, headers) => ({ ...headers, ...forwardedHeaders(request) }),
      onError: (failedReply, { error }) => failedReply.send(toGatewayError(error)),
    })
  }

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
        maxHeaderSize: MAX_HEAD_BYTES,
      },
      retryMethods: [],
      disableRequestLogging: true,
    })
    for (const url of ['/oauth2', '/oauth2/*', '/energia', '/energia/*'])
      // The other backend checks permissions.
      server.all(url, { handlerTimeout, config: { who: 'anyone' } }, passOn)
  }
}

/** Lacks the routes that only our own backend has. Opens no database. */
export function createBackendProxy(backendUrl: string): Backend {
  /** Any answer of the other backend counts. */
  async function check() {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const isReady = await fetch(backendUrl, { method: 'HEAD', redirect: 'manual', signal }).then(
      () => true,
      () => false,
    )
    return { isReady, message: isReady ? 'answers' : 'does not answer' }
  }
  return {
    routes: createProxyRoutes(backendUrl),
    readiness: [{ name: 'backend', check }],
    isLive: () => true,
    about: { source: null, isDemo: false, credit: null, weatherCredit: null },
    start: async () => ({ backendUrl }),
    close: async () => {},
  }
}
