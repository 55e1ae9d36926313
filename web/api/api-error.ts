export const MESSAGES = {
  emptyCredentials: 'Please enter both username and password.',
  wrongCredentials: 'Invalid username or password.',
  noToken: 'No token received from the server.',
  unusableToken: 'The server sent a token that has expired or is too long. Contact your administrator.',
  signInFailed: 'Login error. Please try again.',
  signInStatus: (status: number) => `Login failed. Status: ${status}`,
  sessionExpired: 'Session expired. Redirecting to login...',
  unauthorized: 'Unauthorized. Redirecting to login...',
  status: (status: number) => `API error: ${status}`,
  unreachable: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  unreadable: 'The server sent an answer that cannot be read.',
} as const

/** `message` is written for the user. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number | null
  /** Seconds to wait, from `Retry-After`. */
  readonly retryAfterS: number | null
  /** The server's own sentence about a conflict (409). */
  readonly refusal: string | null

  constructor(
    message: string,
    options: { status?: number; retryAfterS?: number | null; refusal?: string | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status ?? null
    this.retryAfterS = options.retryAfterS ?? null
    this.refusal = options.refusal ?? null
  }
}

/** The sign-in page follows, so this error is not shown. */
export class SessionEndedError extends ApiError {
  override name = 'SessionEndedError'
}

export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
