import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { TextDecoder } from 'node:util'

import type { Clock } from '#server/clock.ts'
import { codeOf, SourceError } from '#server/errors.ts'

import type { Pace, Turn } from './pace.ts'

/** An answer with status 2xx, 4xx except 407, 408, 425 and 429, and statuses in `answers`. */
export interface SourceAnswer {
  status: number
  text: string
}

export interface SourceRequestOptions {
  label: string
  pace: Pace
  clock: Clock
  /** Longest time without data. */
  silenceMs: number
  /** Limit of the whole request; default five times `silenceMs`. */
  wholeMs?: number
  /** Error statuses that the source explains in the body. */
  answers?: ReadonlySet<number>
  headers?: Readonly<Record<string, string>>
  /** First pause of all requests after a 429 without `Retry-After`; default 60 s. */
  holdAfter429S?: number
}

export interface RequestExtras extends Turn, Partial<Pick<SourceRequestOptions, 'silenceMs' | 'wholeMs'>> {
  /** Sent by POST. */
  body?: URLSearchParams | object
  headers?: Readonly<Record<string, string>>
  /** Limit of the unpacked body. */
  maxBytes?: number
  /** File for a successful body; `text` is then empty. */
  saveTo?: string
}

/** Rejects with a `SourceError`, or with the signal's reason. */
export type SourceRequest = (url: URL, signal: AbortSignal, extras?: RequestExtras) => Promise<SourceAnswer>

/** Bounds an answer that trickles. */
const MAX_SILENCES = 5
/** Sources count requests per minute. */
const DEFAULT_HOLD_AFTER_429_S = 60
/** ENTSO-E's longest ban is ten minutes. After a longer `Retry-After` the next poll asks again. */
const MAX_HOLD_S = 900
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])
/** Network Authentication Required (RFC 6585). */
const NETWORK_SIGN_IN = 511
/** `fetch` fails with these words for a proxy's 407; in Node.js 20 with none. */
const PROXY_SIGN_IN = /^$|proxy authentication required|\b407\b/i
/** The largest answer is 6 MB: 28 days of quarter hours of all plant types in Germany. */
const DEFAULT_MAX_BYTES = 8_000_000
/** Refusals are short, and read outside the thread of documents. */
const MAX_REFUSAL_BYTES = 64_000

/** Failures are `SourceError`s. The URL, which may hold a token, is in no message and follows no redirect. */
export function createSourceRequest(options: SourceRequestOptions): SourceRequest {
  const { label, pace } = options
  const checkStatus = createStatusCheck(options)

  async function send(url: URL, signal: AbortSignal, extras: RequestExtras = {}): Promise<SourceAnswer> {
    const { saveTo, maxBytes = DEFAULT_MAX_BYTES } = extras
    const watch = watchSilence({ ...options, ...extras })
    const checkAnswer = checkStatus()
    try {
      const response = await fetch(url, {
        ...contentOf(extras, options.headers),
        signal: AbortSignal.any([signal, watch.signal]),
        redirect: 'manual',
      })
      watch.heard()
      checkAnswer(response)
      const pieces = boundedBody(response, label, maxBytes, watch.heard)
      if (saveTo === undefined || !response.ok)
        return { status: response.status, text: textOf(await buffer(pieces), response.ok, label) }
      await writeFile(saveTo, pieces)
      return { status: response.status, text: '' }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SourceError) throw error
      const cause = error instanceof Error ? (error.cause ?? error) : error
      if (cause instanceof Error && PROXY_SIGN_IN.test(cause.message)) throw networkError(label, 407)
      const problem = watch.signal.aborted
        ? String(watch.signal.reason)
        : `broke the connection (${codeOf(cause) || 'no reason given'})`
      throw new SourceError(`${label} ${problem}.`, { isTransient: true, cause: error })
    } finally {
      watch.end()
    }
  }

  return (url, signal, extras) => pace.run(() => send(url, signal, extras), signal, extras)
}

function contentOf({ body, headers }: RequestExtras, ofSource: SourceRequestOptions['headers']): RequestInit {
  const isForm = body === undefined || body instanceof URLSearchParams
  return {
    headers: {
      accept: 'application/xml, text/xml, application/json',
      ...(isForm ? {} : { 'content-type': 'application/json' }),
      ...ofSource,
      ...headers,
    },
    ...(body === undefined ? {} : { method: 'POST', body: isForm ? body : JSON.stringify(body) }),
  }
}

function networkError(label: string, status: number): SourceError {
  return new SourceError(
    `${label} was not reached: the network answered ${status} with a page of its own. Sign in to the network, or set its proxy.`,
    { isTransient: true },
  )
}

/** Call the result as a request begins, so that simultaneous 429s count once. */
function createStatusCheck(options: SourceRequestOptions): () => (response: Response) => void {
  const { label, pace, clock, holdAfter429S = DEFAULT_HOLD_AFTER_429_S } = options
  let holdsInARow = 0

  function refuse(status: number, retryAfter: string | null, holdsBefore: number): never {
    let retryS = retryAfterS(retryAfter, clock())
    if (status === 429) {
      holdsInARow = holdsBefore + 1
      retryS ??= holdAfter429S
      retryS = Math.max(retryS, Math.min(MAX_HOLD_S, retryS * 2 ** holdsBefore))
    }
    if (retryS !== null) pace.hold(Math.min(retryS, MAX_HOLD_S) * 1000)
    throw new SourceError(`${label} answered ${status}.`, { isTransient: true, retryAfterS: retryS })
  }

  return () => {
    const holdsBefore = holdsInARow
    return ({ status, headers }) => {
      const isPage = status < 300 && headers.get('content-type')?.includes('text/html') === true
      if (status === NETWORK_SIGN_IN || isPage) throw networkError(label, status)
      const isAnswer = options.answers?.has(status) === true
      if (!isAnswer && (status >= 500 || TRANSIENT_STATUSES.has(status)))
        refuse(status, headers.get('retry-after'), holdsBefore)
      if (!isAnswer && status >= 300 && status < 400)
        throw new SourceError(`${label} answered ${status}, a redirect.`, { isTransient: false })
      holdsInARow = 0
    }
  }
}

/** Aborts with a reason that names the limit. */
function watchSilence({
  silenceMs,
  wholeMs = silenceMs * MAX_SILENCES,
}: Pick<SourceRequestOptions, 'silenceMs' | 'wholeMs'>) {
  const controller = new AbortController()
  const abort = (reason: string) => controller.abort(reason)
  const whole = setTimeout(abort, wholeMs, `did not end its answer within ${wholeMs / 1000} s`)
  const silence = setTimeout(abort, silenceMs, `sent nothing for ${silenceMs / 1000} s`)
  return {
    signal: controller.signal,
    heard: () => void silence.refresh(),
    end: () => {
      clearTimeout(whole)
      clearTimeout(silence)
      // Closes an answer that was not read to its end.
      abort('has answered')
    },
  }
}

async function* boundedBody(
  response: Response,
  label: string,
  maxBytes: number,
  heard: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    heard()
    bytes += chunk.byteLength
    if (!response.ok && bytes > MAX_REFUSAL_BYTES) return
    if (bytes > maxBytes)
      throw new SourceError(`${label} sent more than ${maxBytes} bytes.`, {
        isTransient: false,
        fault: 'size',
      })
    yield chunk
  }
}

function textOf(body: Buffer, isWhole: boolean, label: string): string {
  if (body.toString('latin1', 0, 2) === 'PK')
    throw new SourceError(`${label} sent an archive, which was not requested.`, { isTransient: false })
  try {
    // A refusal can be cut within a character.
    return new TextDecoder('utf-8', { fatal: true }).decode(body, { stream: !isWhole })
  } catch {
    throw new SourceError(`${label} sent text that is not UTF-8.`, { isTransient: true })
  }
}

function retryAfterS(header: string | null, nowUtc: number): number | null {
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - nowUtc) / 1000))
}
