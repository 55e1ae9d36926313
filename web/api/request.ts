import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'

import { ApiError, isAbort, MESSAGES, SessionEndedError } from './api-error.ts'
import type { Session } from './session.ts'

/** A query over a long span can take seconds on a busy database; after this long nobody is still waiting. */
const TIMEOUT_MS = 60_000
/** The longest wait that a server can ask for before the user hears of it. Ours asks for 1 to 5 s while it is busy. */
const MAX_WAIT_S = 10

/** The part of the browser's `fetch` that is used here. */
export type Fetch = (path: string, init: RequestInit) => Promise<Response>

export interface RequestContext {
  session: Pick<Session, 'token' | 'end'>
  fetch: Fetch
  /** IANA name of the page's time zone: the zone of all wall-clock times sent. */
  timeZone: string | undefined
  /** The server does not know that zone. */
  onZoneRefused?: () => void
}

/** What checks an answer, such as a schema of zod. */
export interface AnswerSchema<T> {
  safeParse(body: unknown): { success: true; data: T } | { success: false; error: unknown }
}

export interface Call<T> {
  path: string
  /** Left out, the call is a POST if it has a body and a GET if it has none. */
  method?: 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  schema: AnswerSchema<T>
  /** What the answer may be, beside ordinary JSON. */
  accept?: string
  /** The zone of its wall-clock times, where that is not the page's. */
  timeZone?: string | undefined
  signal?: AbortSignal
}

export interface Request {
  /**
   * A call with the session's token. Rejects with `SessionEndedError` if there is no token or the server refuses it (this ends
   * the session), with `ApiError` if the call fails, and with the signal's reason if it is aborted.
   */
  authorized<T>(call: Call<T>): Promise<T>
  /** A call that needs no session; rejects like `authorized`, but never with `SessionEndedError`. */
  open<T>(call: Call<T>): Promise<T>
}

export function createRequest(context: RequestContext): Request {
  const send = async (call: Call<unknown>, token: string | null) => {
    const headers: Record<string, string> = { Accept: call.accept ?? 'application/json' }
    if (token !== null) headers['Authorization'] = `Bearer ${token}`
    const timeZone = call.timeZone ?? context.timeZone
    if (timeZone) headers[TIME_ZONE_HEADER] = timeZone
    const hasBody = call.body !== undefined
    if (hasBody) headers['Content-Type'] = 'application/json'
    const method = call.method ?? (hasBody ? 'POST' : 'GET')
    const init = { method, headers, ...(hasBody && { body: JSON.stringify(call.body) }) }
    const answer = await fetchAnswer(context.fetch, call, init)
    if (answer.status === 400 && call.timeZone === undefined) {
      const sentence = await answer
        .clone()
        .text()
        .catch(() => '')
      if (sentence.includes(TIME_ZONE_HEADER)) context.onZoneRefused?.()
    }
    return answer
  }
  return {
    async authorized(call) {
      const token = context.session.token()
      if (token === null) {
        context.session.end(MESSAGES.sessionExpired)
        throw new SessionEndedError(MESSAGES.sessionExpired)
      }
      const answer = await send(call, token)
      if (answer.status === 401) {
        // A late refusal of an older token does not end a session that started since.
        if (context.session.token() === token) context.session.end(MESSAGES.unauthorized)
        throw new SessionEndedError(MESSAGES.unauthorized, { status: 401 })
      }
      return readAnswer(answer, call)
    },
    async open(call) {
      return readAnswer(await send(call, null), call)
    },
  }
}

/**
 * The answer, whatever its status. Rejects with `ApiError` if no answer comes. A server that is busy and names a short time is asked
 * again after it, once.
 */
export async function fetchAnswer(
  fetch: Fetch,
  call: Pick<Call<unknown>, 'path' | 'signal'>,
  init: RequestInit,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
  try {
    const answer = await fetch(call.path, { ...init, signal })
    const waitS = answer.status === 503 ? readRetryAfterS(answer) : null
    if (waitS === null || waitS > MAX_WAIT_S) return answer
    await passed(waitS * 1000, signal)
    return await fetch(call.path, { ...init, signal })
  } catch (error) {
    throw describeFailure(error)
  }
}

/** Resolves after some time; rejects with the signal's reason if it is aborted meanwhile. */
function passed(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, durationMs)
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
  })
}

async function readAnswer<T>(answer: Response, { schema }: Call<T>): Promise<T> {
  if (!answer.ok) {
    throw new ApiError(await messageOf(answer), {
      status: answer.status,
      retryAfterS: readRetryAfterS(answer),
    })
  }
  let body: unknown
  try {
    body = await answer.json()
  } catch (error) {
    throw error instanceof SyntaxError ? unreadable(answer, error) : describeFailure(error)
  }
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw unreadable(answer, parsed.error)
  return parsed.data
}

/** Where what is stored already is in the way, the server says itself what to do. */
async function messageOf(answer: Response): Promise<string> {
  const body: unknown = answer.status === 409 ? await answer.json().catch(() => null) : null
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof sentence === 'string' ? sentence : MESSAGES.status(answer.status)
}

function unreadable(answer: Response, cause: unknown): ApiError {
  return new ApiError(MESSAGES.unreadable, { status: answer.status, cause })
}

function describeFailure(error: unknown): unknown {
  if (isAbort(error)) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiError(isTimeout ? MESSAGES.timeout : MESSAGES.unreachable, { cause: error })
}

/** Retry-After in seconds, or null. Our server never sends its other form, a date. */
export function readRetryAfterS(answer: Response): number | null {
  const text = answer.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}
