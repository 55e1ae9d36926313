import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The caller's fault: answered with its status and its one sentence. */
export class RequestError extends Error {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message)
    this.name = 'RequestError'
    this.status = status
    this.headers = headers
  }
}

/** The database did not answer or refused to work: 503 with Retry-After. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** The database understood a statement and refused it. A bug, except where the caller expects this very `code`. */
export class StatementError extends Error {
  override name = 'StatementError'
  /** SQLSTATE, e.g. `23505` for a value that is there already. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The process cannot start as it was told to: its one line is printed and the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError'
}

/** A source of values is down, refuses or answers what cannot be read. */
export class SourceError extends Error {
  override name = 'SourceError'
  /** Whether asking again later may help. */
  readonly isTransient: boolean
  /** Seconds the source asked us to wait, where it did. */
  readonly retryAfterS: number | null

  constructor(
    message: string,
    options: { isTransient: boolean; retryAfterS?: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
    this.retryAfterS = options.retryAfterS ?? null
  }
}

/** The backend that we stand in front of does not answer (502) or takes too long (504). */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly status: 502 | 504

  constructor(status: 502 | 504, options?: ErrorOptions) {
    super(status === 502 ? 'The backend does not answer.' : 'The backend takes too long to answer.', options)
    this.status = status
  }
}

/** What a failure looks like from outside. */
export interface Failure {
  status: number
  sentence: string
  headers: Readonly<Record<string, string>>
  /** The kind as a machine reads it, for answers that name one. */
  error: unknown
}

const RETRY_AFTER_S = '5'

/** Sentences for what Fastify and its plugins refuse by themselves. */
const SENTENCES: Readonly<Record<number | string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; JSON is expected.',
  FST_ERR_HANDLER_TIMEOUT: 'The answer took too long; try again in a moment.',
  400: 'The request cannot be read.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'A body of this content type or encoding is not accepted here.',
  429: 'Too many requests; try again later.',
  431: 'The headers are too large.',
  503: 'The server is busy; try again in a moment.',
}

/** What a refusal with a status says where nothing more is known. */
export function sentenceOf(status: number): string {
  return SENTENCES[status] ?? 'The request cannot be answered.'
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

function describeFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof RequestError)
    return { status: error.status, sentence: error.message, headers: error.headers, error }
  if (error instanceof GatewayError)
    return { status: error.status, sentence: error.message, headers: {}, error }
  if (error instanceof DatabaseError) {
    const sentence = 'The database does not answer; try again in a moment.'
    return { status: 503, sentence, headers: { 'retry-after': RETRY_AFTER_S }, error }
  }
  if (isFastifyError(error)) {
    // The time of the handler begins before the body is here.
    if (error.code === 'FST_ERR_HANDLER_TIMEOUT' && !request.raw.complete)
      return { status: 408, sentence: sentenceOf(408), headers: { connection: 'close' }, error }
    const status = error.statusCode ?? 500
    const sentence = SENTENCES[error.code] ?? SENTENCES[status]
    const headers = status === 503 ? { 'retry-after': RETRY_AFTER_S } : {}
    if (status !== 500 && sentence !== undefined) return { status, sentence, headers, error }
  }
  return { status: 500, sentence: `Something went wrong here (request ${request.id}).`, headers: {}, error }
}

/**
 * The one place that turns what is thrown into an answer. A part of the server that must answer in another shape
 * gives its own `toBody`; status, headers and log are the same everywhere.
 */
export function createErrorHandler(
  toBody: (failure: Failure) => object = ({ sentence }) => ({ error: sentence }),
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const failure = describeFailure(error, request)
    logFailure(failure, request)
    // A handler may have promised a body of another type or length before it failed.
    reply.removeHeader('content-encoding').removeHeader('content-length')
    return reply
      .code(failure.status)
      .headers({ 'cache-control': 'no-store', ...failure.headers })
      .type('application/json; charset=utf-8')
      .send(toBody(failure))
  }
}

/** A bug and an outside failure with all there is to know; a refusal in one line, and a busy server does not write even that. */
function logFailure({ status, sentence, error }: Failure, request: FastifyRequest): void {
  const call = { method: request.method, path: request.url.split('?', 1)[0], ip: request.ip, status }
  if (status === 500) request.log.error({ ...call, err: error }, 'request failed')
  else if (!(error instanceof RequestError) && status > 500)
    request.log.warn({ ...call, err: error }, 'request failed')
  else request.log[status === 503 ? 'debug' : 'info']({ ...call, reason: sentence }, 'request refused')
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** What there is nothing for: 405 with `Allow` where the path takes other methods, else 404. */
export function refuseUnknown(app: FastifyInstance, request: FastifyRequest): never {
  const path = request.url.split('?', 1)[0] ?? '/'
  const allowed = METHODS.filter((method) => app.hasRoute({ method, url: path }))
  if (allowed.length > 0) {
    const list = allowed.join(', ')
    throw new RequestError(405, `This address takes ${list} only.`, { allow: list })
  }
  throw new RequestError(404, 'There is nothing at this address.')
}
