import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { JSON_TYPE } from '#contract/http-names.ts'

/** Code from Node.js or PostgreSQL, such as `ENOENT` or `53100`; empty if it has none. */
export function codeOf(error: unknown): string {
  // Node.js has no name for it.
  if (error instanceof Error && 'errno' in error && error.errno === -122) return 'EDQUOT'
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

type Headers = Readonly<Record<string, string>>

/** The caller's fault, answered with status and sentence. */
export class RequestError extends Error {
  override name = 'RequestError'
  readonly status: number
  readonly headers: Headers

  constructor(status: number, message: string, headers: Headers = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}

/** Sentences sent to callers. */
const DATABASE_SENTENCES = {
  silent: 'The database does not answer; try again in a moment.',
  full: 'The disk of the database is full; nothing can be stored.',
  failing: 'The disk of the database fails; nothing can be stored.',
  'read-only': 'The database can only be read at the moment; nothing can be stored.',
  refused: 'The database refuses the server.',
} as const

export type DatabaseFault = keyof typeof DATABASE_SENTENCES

/** The database did not answer or refused to work: 503 with Retry-After. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
  readonly fault: DatabaseFault

  constructor(
    message: string,
    { fault = 'silent', ...options }: ErrorOptions & { fault?: DatabaseFault } = {},
  ) {
    super(message, options)
    this.fault = fault
  }
}

/** Reads go on. */
export const storesNothing = ({ fault }: DatabaseError) => fault === 'full' || fault === 'failing'

/** Null if the disk of the database is full: users can still sign in although that is not stored. */
export async function nullIfFull<Result>(work: Promise<Result>): Promise<Result | null> {
  return work.catch((error: unknown) => {
    if (error instanceof DatabaseError && storesNothing(error)) return null
    throw error
  })
}

/** A page of the database is unreadable until a backup is restored. After a `DatabaseError` work is tried again. */
export class DamageError extends Error {
  override name = 'DamageError'
}

/** The database refused a statement: a bug, unless the caller expects this `code`. */
export class StatementError extends Error {
  override name = 'StatementError'
  /** SQLSTATE, such as `23505` for a unique value that exists. */
  readonly code: string

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** The configuration prevents the start. The message is printed as one line; the exit code is 1. */
export class StartError extends Error {
  override name = 'StartError'
}

/** The message is one line for the operator. Other errors are logged with their stack. */
export function isForOwner(error: unknown): error is Error {
  return [DamageError, DatabaseError, StartError].some((kind) => error instanceof kind)
}

/** Failures that programs treat differently: token or request refused, or answer too large. */
export type SourceFault = 'token' | 'request' | 'size'

/** A source is down, refuses us, or sends an unreadable answer. */
export class SourceError extends Error {
  override name = 'SourceError'
  readonly isTransient: boolean
  readonly fault: SourceFault | null
  /** Requested wait in seconds. */
  readonly retryAfterS: number | null

  constructor(
    message: string,
    options: {
      isTransient: boolean
      fault?: SourceFault | null
      retryAfterS?: number | null
      cause?: unknown
    },
  ) {
    super(message, { cause: options.cause })
    this.isTransient = options.isTransient
    this.fault = options.fault ?? null
    this.retryAfterS = options.retryAfterS ?? null
  }
}

const GATEWAY_FAULTS = {
  silent: [502, 'The backend does not answer.'],
  unreadable: [502, 'The answer of the backend cannot be read.'],
  late: [504, 'The backend takes too long to answer.'],
  provider: [502, 'The sign-in of the organisation does not answer as it should; try again later.'],
} as const

/** Another backend, or the organisation's sign-in, gave no usable answer. */
export class GatewayError extends Error {
  override name = 'GatewayError'
  readonly status: 502 | 504

  constructor(fault: keyof typeof GATEWAY_FAULTS, options?: ErrorOptions) {
    const [status, sentence] = GATEWAY_FAULTS[fault]
    super(sentence, options)
    this.status = status
  }
}

export interface Failure {
  status: number
  sentence: string
  error: unknown
}

const TRY_AGAIN = { 'retry-after': '5' }

/** For requests that Fastify and its plugins refuse, by error code or status. */
const SENTENCES: Readonly<Record<number | string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; JSON is expected.',
  FST_ERR_HANDLER_TIMEOUT: 'The answer took too long; try again in a moment.',
  400: 'The request cannot be read.',
  408: 'The request took too long to arrive.',
  413: 'The body is too large.',
  414: 'The address is too long.',
  415: 'A body of this content type or encoding is not accepted here.',
  417: 'The server cannot do what the request expects.',
  429: 'Too many requests; try again later.',
  431: 'The headers are too large.',
  503: 'The server is busy; try again in a moment.',
}

/** For refusals known only by their status. */
export function sentenceOf(status: number): string {
  return SENTENCES[status] ?? 'The request cannot be answered.'
}

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Type of the body that a call takes. */
    accepted?: string | undefined
  }
}

export function unacceptedType({ headers, routeOptions }: FastifyRequest): RequestError {
  const accepted = routeOptions.config?.accepted
  const sent = headers['content-type']?.slice(0, MAX_QUOTED) ?? 'no type'
  if (accepted === undefined) return new RequestError(415, sentenceOf(415))
  return new RequestError(415, `The body must be of type ${accepted}; ${sent} was sent.`)
}

const MAX_QUOTED = 60

const sizeWords = (bytes: number) => (bytes < 1_000_000 ? `${bytes / 1024} kB` : `${bytes / 1_000_000} MB`)

function describeError(
  error: unknown,
  request: FastifyRequest,
): [status: number, sentence: string, headers?: Headers] {
  if (error instanceof RequestError) return [error.status, error.message, error.headers]
  if (error instanceof GatewayError) return [error.status, error.message]
  if (error instanceof DatabaseError) return [503, DATABASE_SENTENCES[error.fault], TRY_AGAIN]
  if (error instanceof DamageError)
    return [500, 'A part of the database is damaged; its owner must restore a backup.']
  if (isFastifyError(error)) {
    const status = error.statusCode ?? 500
    const accepted = request.routeOptions.config?.accepted
    // A body of another type that is read as JSON first.
    const isNoJson = error.code.endsWith('_JSON_BODY') && accepted !== undefined && accepted !== JSON_TYPE
    if (status === 415 || isNoJson) return [415, unacceptedType(request).message]
    if (status === 413)
      return [
        413,
        `The body is too large: at most ${sizeWords(request.routeOptions.bodyLimit ?? 0)} are taken.`,
      ]
    const sentence = SENTENCES[error.code] ?? SENTENCES[status]
    if (status !== 500 && sentence !== undefined) return [status, sentence, status === 503 ? TRY_AGAIN : {}]
  }
  return [500, `Something went wrong on the server (request ${request.id}).`]
}

/** The only place that turns errors into answers. `toBody` changes nothing but the body. */
export function createErrorHandler(
  toBody: (failure: Failure) => object = ({ sentence }) => ({ error: sentence }),
) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const [status, sentence, headers] = describeError(error, request)
    logFailure({ status, sentence, error }, request)
    // The handler may have set headers for another body before it failed.
    reply.removeHeader('content-encoding').removeHeader('content-length')
    return reply
      .code(status)
      .headers({ 'cache-control': 'no-store', ...headers })
      .type(`${JSON_TYPE}; charset=utf-8`)
      .send(toBody({ status, sentence, error }))
  }
}

/** Bugs with their stack, outside failures and refusals in one line; 429 and 503 refusals only at debug. */
function logFailure({ status, sentence, error }: Failure, request: FastifyRequest): void {
  const call = { method: request.method, path: request.url.split('?', 1)[0], ip: request.ip, status }
  if (status === 500) request.log.error({ ...call, err: error }, 'request failed')
  else if (!(error instanceof RequestError) && status > 500)
    request.log.warn({ ...call, reason: reasonOf(error) }, 'request failed')
  else
    request.log[status === 503 || status === 429 ? 'debug' : 'info'](
      { ...call, reason: sentence },
      'request refused',
    )
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : ''
  return error.message.includes(cause) ? error.message : `${error.message} ${cause}`
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** 405 with `Allow` if the path takes only other methods, else 404. */
export function refuseUnknown(app: FastifyInstance, request: FastifyRequest): never {
  const path = request.url.split('?', 1)[0] ?? '/'
  const allowed = METHODS.filter((method) => app.findRoute({ method, url: path }) !== null)
  // A page's file can be missing although its route exists.
  if (allowed.length > 0 && !allowed.some((method) => method === request.method)) {
    const list = allowed.join(', ')
    throw new RequestError(405, `This address only accepts ${list}.`, { allow: list })
  }
  throw new RequestError(404, 'There is nothing at this address.')
}
