import pLimit from 'p-limit'
import type { z } from 'zod'

import {
  OTHER_BACKEND_META,
  REFUSAL_HEADER,
  REVISION_HEADER,
  TIME_ZONE_HEADER,
  UNKNOWN_ZONE,
} from '#contract/http-names.ts'
import { hasPageFact, withBasePath } from '#web/ui/page-facts.ts'
import { refuseZone, zoneName } from '#web/zone/display-zone.ts'

import { ApiError, isAbort, MESSAGES, SessionEndedError } from './api-error.ts'
import { session } from './session.ts'

export interface Call<T> {
  path: string
  /** Default: POST with a body, GET without. */
  method?: 'PATCH' | 'DELETE'
  body?: unknown
  schema: z.ZodType<T>
  /** `Accept` header for our own server; default: JSON. */
  accept?: string
  /** Time zone of its wall-clock times; default: the page's. */
  timeZone?: string | undefined
  signal?: AbortSignal
}

export const request = {
  /** Rejects with `SessionEndedError` without an accepted token, which ends the session; with `ApiError` if the call fails. */
  async authorized<T>(call: Call<T>): Promise<T> {
    const token = session.token()
    if (token === null) {
      session.end(MESSAGES.sessionExpired)
      throw new SessionEndedError(MESSAGES.sessionExpired)
    }
    const answer = await send(call, { Authorization: `Bearer ${token}` })
    if (answer.status === 401) {
      // A late 401 for an older token must not end a newer session.
      if (session.token() === token) session.end(MESSAGES.unauthorized)
      throw new SessionEndedError(MESSAGES.unauthorized, { status: 401 })
    }
    return readAnswer(answer, call)
  },
  /** Needs no session. Rejects only with `ApiError`. */
  async open<T>(call: Call<T>): Promise<T> {
    return readAnswer(await send(call, {}), call)
  },
}

/** Another backend gets only the calls and headers in the specification. */
export const isOwnBackend = () => !hasPageFact(OTHER_BACKEND_META)

/** The newest revision seen: no answer of another server may be older. */
let seenRevision = 0

async function send(call: Call<unknown>, more: Record<string, string>): Promise<Response> {
  const { path, body, method = body === undefined ? 'GET' : 'POST', timeZone, signal = null } = call
  const headers = {
    ...(isOwnBackend()
      ? {
          Accept: call.accept ?? 'application/json',
          [TIME_ZONE_HEADER]: timeZone ?? zoneName(),
          ...(seenRevision > 0 && { [REVISION_HEADER]: String(seenRevision) }),
        }
      : { Accept: 'application/json' }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...more,
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetchAnswer(path, { method, headers, signal, ...sent })
  seenRevision = Math.max(seenRevision, Number(answer.headers.get(REVISION_HEADER)))
  if (answer.headers.get(REFUSAL_HEADER) === UNKNOWN_ZONE && timeZone === undefined) refuseZone()
  return answer
}

async function readAnswer<T>(answer: Response, { schema }: Call<T>): Promise<T> {
  if (!answer.ok) {
    throw new ApiError(MESSAGES.status(answer.status), {
      status: answer.status,
      retryAfterS: readRetryAfterS(answer),
      refusal: await refusalOf(answer),
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

/** A conflict (409) contains the server's own sentence on what to do. */
async function refusalOf(answer: Response): Promise<string | null> {
  const body: unknown = answer.status === 409 ? await answer.json().catch(() => null) : null
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof sentence === 'string' ? sentence : null
}

function unreadable(answer: Response, cause: unknown): ApiError {
  return new ApiError(MESSAGES.unreadable, { status: answer.status, cause })
}

/** A query over a long span can take seconds on a busy database. */
const TIMEOUT_MS = 60_000
/** Longer waits are shown to the user. A busy server of ours asks for 1 to 5 s. */
const MAX_WAIT_S = 10

/** The server accepts 16 simultaneous calls of a user: two tabs with dashboards of 50 cards. Browsers limit HTTP/1.1 to six. */
const atMost8 = pLimit(8)

/** An answer of any status; rejects with `ApiError` without one. A busy server (503) with a short `Retry-After` is asked once more. */
export async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const send = () =>
    atMost8(() => {
      signal.throwIfAborted()
      return fetch(withBasePath(path), { ...init, signal })
    })
  try {
    const answer = await send()
    const waitS = answer.status === 503 ? readRetryAfterS(answer) : null
    if (waitS === null || waitS > MAX_WAIT_S) return answer
    await wait(waitS * 1000, signal)
    return await send()
  } catch (error) {
    throw describeFailure(error)
  }
}

function wait(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, durationMs)
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

function describeFailure(error: unknown): unknown {
  if (isAbort(error)) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiError(isTimeout ? MESSAGES.timeout : MESSAGES.unreachable, { cause: error })
}

/** Seconds. Our server never sends a date, the header's other form. */
export function readRetryAfterS(answer: Response): number | null {
  const text = answer.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}
