import type { z } from 'zod'

import { TIME_ZONE_HEADER } from '#contract/wall-time.ts'
import { refuseZone, zoneName } from '#web/zone/display-zone.ts'

import { ApiError, MESSAGES, SessionEndedError } from './api-error.ts'
import { describeFailure, fetchAnswer, readRetryAfterS } from './fetch-answer.ts'
import { session } from './session.ts'

export interface Call<T> {
  path: string
  /** Left out, the call is a POST if it has a body and a GET if it has none. */
  method?: 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  schema: z.ZodType<T>
  /** What the answer may be, beside ordinary JSON. */
  accept?: string
  /** The zone of its wall-clock times, where that is not the page's. */
  timeZone?: string | undefined
  signal?: AbortSignal
}

/** The calls of this browser's session. */
export const request = {
  /** Rejects with `SessionEndedError` if there is no token or the server refuses it, which ends the session, and with `ApiError` if the call fails. */
  async authorized<T>(call: Call<T>): Promise<T> {
    const token = session.token()
    if (token === null) {
      session.end(MESSAGES.sessionExpired)
      throw new SessionEndedError(MESSAGES.sessionExpired)
    }
    const answer = await send(call, { Authorization: `Bearer ${token}` })
    if (answer.status === 401) {
      // A late refusal of an older token does not end a session that started since.
      if (session.token() === token) session.end(MESSAGES.unauthorized)
      throw new SessionEndedError(MESSAGES.unauthorized, { status: 401 })
    }
    return readAnswer(answer, call)
  },
  /** A call that needs no session; rejects like `authorized`, but never with `SessionEndedError`. */
  async open<T>(call: Call<T>): Promise<T> {
    return readAnswer(await send(call, {}), call)
  },
}

async function send(call: Call<unknown>, more: Record<string, string>): Promise<Response> {
  const { path, body, method = body === undefined ? 'GET' : 'POST', timeZone, signal = null } = call
  const headers = {
    Accept: call.accept ?? 'application/json',
    [TIME_ZONE_HEADER]: timeZone ?? zoneName(),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...more,
  }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const answer = await fetchAnswer(path, { method, headers, signal, ...sent })
  if (answer.status === 400 && timeZone === undefined) {
    const sentence = await answer
      .clone()
      .text()
      .catch(() => '')
    if (sentence.includes(TIME_ZONE_HEADER)) refuseZone()
  }
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

/** Where what is stored already is in the way, the server says itself what to do. */
async function refusalOf(answer: Response): Promise<string | null> {
  const body: unknown = answer.status === 409 ? await answer.json().catch(() => null) : null
  const sentence = typeof body === 'object' && body !== null && 'error' in body ? body.error : null
  return typeof sentence === 'string' ? sentence : null
}

function unreadable(answer: Response, cause: unknown): ApiError {
  return new ApiError(MESSAGES.unreadable, { status: answer.status, cause })
}
