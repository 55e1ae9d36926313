import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'

import { fastify, LogController } from 'fastify'
import type { FastifyBaseLogger, FastifyInstance, FastifyHttpOptions, RouteOptions } from 'fastify'

import { afterRunning } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createErrorHandler, RequestError, sentenceOf } from '#server/errors.ts'

import { addAnswerDeadline } from './answer-deadline.ts'
import { isApiPath, withoutBasePath } from './pages.ts'
import { letPagesRead, securityHeaders } from './security-headers.ts'

/** All other errors are 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Errors that Fastify does not see. */
function refuseBare(status: number, socket: Socket, headers: Readonly<Record<string, string>>): void {
  if (socket.destroyed) return
  if (socket.writable) {
    const body = JSON.stringify({ error: sentenceOf(status) })
    const lines = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`)
    const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, ...lines].join('\r\n')
    socket.write(`${head}\r\n\r\n${body}`)
  }
  socket.destroySoon()
}

/** The rest of the ten seconds until the process exits is for background work and the database. */
const FINISH_WITHIN_MS = 5000
/** Open requests are refused this long before. */
const REFUSE_BEFORE_MS = 500
/** In an endless flood, some connections always wait. */
const ACCEPT_WITHIN_MS = 4000
const FIRST_REQUEST_WITHIN_MS = 500
const END_IDLE_EVERY_MS = 50
const ANSWER_WITHIN_MS = 10_000

/** Keep one caller from blocking the server; milliseconds and bytes. */
const LIMITS = {
  requestTimeout: 15_000,
  connectionTimeout: 30_000,
  // Longer than a proxy's: it must never use a closing connection.
  keepAliveTimeout: 72_000,
  // Node's own refusal would lack our headers.
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000, requireHostHeader: false },
  bodyLimit: 16_384,
  routerOptions: { maxParamLength: 100 },
  // Fastify's 503 lacks our headers, and closes before the body has arrived.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const satisfies FastifyHttpOptions<Server>

/** A server without routes. */
export function createHttpServer(config: Config, logger: FastifyBaseLogger): FastifyInstance {
  const headers = securityHeaders(config)
  const answerError = createErrorHandler()
  const server = fastify({
    ...LIMITS,
    loggerInstance: logger,
    // Metrics count requests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: ({ url = '/' }) => withoutBasePath(url, config.BASE_PATH),
    trustProxy: config.TRUST_PROXY.length > 0 ? config.TRUST_PROXY : false,
    // These handlers run before all hooks, so they add the headers themselves.
    clientErrorHandler(error, socket) {
      if (error.code === 'ECONNRESET') return
      const status = STATUS_BY_CODE[error.code] ?? 400
      logger.info({ ip: socket.remoteAddress, status, reason: sentenceOf(status) }, 'request refused')
      refuseBare(status, socket, headers.page)
    },
    frameworkErrors: (error, request, reply) => answerError(error, request, reply.headers(headers.page)),
  })
  const declared: RouteOptions[] = []
  server.decorate('declared', declared)
  server.addHook('onRoute', (route) => void declared.push(route))
  server.setErrorHandler(answerError)
  server.addHook('onRequest', (request, reply, done) => {
    readForwarded(request.raw.headers)
    reply.headers(isApiPath(request.url) ? headers.call : headers.page)
    const lacksHost = request.headers.host === undefined && request.raw.httpVersion !== '1.0'
    done(lacksHost ? new RequestError(400, 'The request names no host.', { connection: 'close' }) : undefined)
  })
  letPagesRead(server, config.API_ORIGINS)
  server.server.on('checkExpectation', ({ socket }: IncomingMessage) => refuseBare(417, socket, headers.page))
  if (config.TRUST_PROXY.length === 0) warnOfUnknownProxy(server)
  addAnswerDeadline(server, ANSWER_WITHIN_MS, FINISH_WITHIN_MS - REFUSE_BEFORE_MS)
  // A foreign page may send text/plain without a CORS preflight.
  server.removeContentTypeParser('text/plain')
  endConnectionsAtClose(server)
  answerLargeBodies(server)
  excuseStalls(server)
  return server
}

const READ_ON_BYTES = 8_000_000

/** Closing the connection while the body arrives would hide the refusal from the client. */
function answerLargeBodies(server: FastifyInstance): void {
  server.addHook('onSend', (request, reply, _payload, done) => {
    let readBytes = 0
    if (reply.statusCode === 413 && Number(request.headers['content-length'] ?? 0) <= READ_ON_BYTES) {
      reply.removeHeader('connection')
      reply.raw.shouldKeepAlive = true
      request.raw.on('data', ({ length }: Buffer) => {
        readBytes += length
        if (readBytes > READ_ON_BYTES) request.raw.destroy()
      })
    }
    done()
  })
}

const BEAT_MS = 500

/** Node cuts off slow clients by the clock: adds the time in which the process itself was late. */
export function excuseStalls(server: FastifyInstance): void {
  const { headersTimeout, requestTimeout } = server.server
  const lateMs = Array<number>(requestTimeout / BEAT_MS).fill(0)
  let beatAtMs = performance.now()
  const nowLateMs = () => Math.max(0, performance.now() - beatAtMs - BEAT_MS)
  const excusedMs = () => Math.round(lateMs.reduce((sum, ms) => sum + ms, nowLateMs()))
  Object.defineProperties(server.server, {
    headersTimeout: { get: () => headersTimeout + excusedMs() },
    requestTimeout: { get: () => requestTimeout + excusedMs() },
  })
  const beat = setInterval(() => {
    lateMs.shift()
    lateMs.push(nowLateMs())
    beatAtMs = performance.now()
  }, BEAT_MS).unref()
  server.addHook('onClose', (_server, done) => {
    clearInterval(beat)
    done()
  })
}

/** Some proxies add ports and brackets. Unreadable addresses become `unknown`, which is one network. */
function readForwarded(headers: IncomingMessage['headers']): void {
  const name = 'x-forwarded-for'
  const sent = headers[name]
  if (sent === undefined) return
  headers[name] = String(sent)
    .split(',')
    .map((text) => text.trim().replace(/^"(.*)"$/, '$1'))
    .map((text) => text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1'))
    .map((address) => (isIP(address) === 0 ? 'unknown' : address))
    .join(', ')
}

/** All visitors of a proxy count as one. Logged once. */
function warnOfUnknownProxy(server: FastifyInstance): void {
  let hasWarned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true
      request.log.warn(
        `X-Forwarded-For is ignored, and all visitors of a proxy count as one. If ${request.ip} is your proxy, set TRUST_PROXY to it.`,
      )
    }
    done()
  })
}

/** Connections of finished requests would wait for more, and some clients never finish sending. */
function endConnectionsAtClose(server: FastifyInstance): void {
  let closingSinceMs = Infinity
  // Closing the connection before the body has arrived would hide the answer from the client.
  server.addHook('preValidation', (_request, reply, done) => {
    const isLate = performance.now() - reply.elapsedTime > closingSinceMs
    done(isLate ? new RequestError(503, 'The server is stopping.', { 'retry-after': '1' }) : undefined)
  })
  server.addHook('preClose', async () => {
    closingSinceMs = performance.now()
    const http = server.server
    const keepStuck = afterRunning(FINISH_WITHIN_MS, () => http.closeAllConnections())
    await acceptWaiting(http)
    // After the turn's reading, so that an arrived request is not cut off.
    const endIdle = () => setImmediate(() => http.closeIdleConnections())
    const idle = setInterval(endIdle, END_IDLE_EVERY_MS).unref()
    http.once('close', () => {
      clearInterval(idle)
      keepStuck()
    })
  })
}

/** The kernel has established waiting connections, and a stop would break them. Ends when a loop turn accepts none. */
async function acceptWaiting(http: Server): Promise<void> {
  const over = new AbortController()
  const stopCounting = afterRunning(ACCEPT_WITHIN_MS, () => over.abort())
  let [accepted, before] = [0, 0]
  const countAccepted = () => {
    accepted += 1
  }
  http.on('connection', countAccepted)
  await nextTurn()
  do {
    before = accepted
    await (accepted === 0
      ? nextTurn()
      : new Promise<void>((done) => afterRunning(FIRST_REQUEST_WITHIN_MS, done)))
  } while (accepted > before && !over.signal.aborted)
  http.off('connection', countAccepted)
  stopCounting()
}
