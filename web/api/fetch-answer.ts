import { withBasePath } from '#web/ui/base-path.ts'

import { ApiError, isAbort, MESSAGES } from './api-error.ts'

/** A query over a long span can take seconds on a busy database; after this long nobody is still waiting. */
const TIMEOUT_MS = 60_000
/** The longest wait that a server can ask for before the user hears of it. Ours asks for 1 to 5 s while it is busy. */
const MAX_WAIT_S = 10

/** The answer, whatever its status. Rejects with `ApiError` if none comes. A busy server that names a short time is asked again after it, once. */
export async function fetchAnswer(path: string, init: RequestInit): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout
  const send = () => fetch(withBasePath(path), { ...init, signal })
  try {
    const answer = await send()
    const waitS = answer.status === 503 ? readRetryAfterS(answer) : null
    if (waitS === null || waitS > MAX_WAIT_S) return answer
    await passed(waitS * 1000, signal)
    return await send()
  } catch (error) {
    throw describeFailure(error)
  }
}

/** Resolves after some time; rejects with the signal's reason if it is aborted meanwhile. */
function passed(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(resolve, durationMs)
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Why nothing came, as an `ApiError`; an abort stays what it is. */
export function describeFailure(error: unknown): unknown {
  if (isAbort(error)) return error
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError'
  return new ApiError(isTimeout ? MESSAGES.timeout : MESSAGES.unreachable, { cause: error })
}

/** Retry-After in seconds, or null. Our server never sends its other form, a date. */
export function readRetryAfterS(answer: Response): number | null {
  const text = answer.headers.get('retry-after') ?? ''
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}
