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
