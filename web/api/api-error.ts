/** The messages of the error catalogue. */
export const MESSAGES = {
  emptyCredentials: 'Please enter both username and password.',
  wrongCredentials: 'Invalid username or password.',
  noToken: 'No token received from the server.',
  signInFailed: 'Login error. Please try again.',
  signInStatus: (status: number) => `Login failed. Status: ${status}`,
  sessionExpired: 'Session expired. Redirecting to login...',
  unauthorized: 'Unauthorized. Redirecting to login...',
  status: (status: number) => `API error: ${status}`,
  unreachable: 'The server cannot be reached.',
  timeout: 'The server did not answer in time.',
  unreadable: 'The server sent an answer that cannot be read.',
} as const

/** A call that did not bring what it asked for; the message is for the person who asked. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** Of the answer, or null where none came. */
  readonly status: number | null
  /** Seconds the server asked to wait, where it did. */
  readonly retryAfterS: number | null

  constructor(
    message: string,
    options: { status?: number; retryAfterS?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status ?? null
    this.retryAfterS = options.retryAfterS ?? null
  }
}

/** The session is over and the sign-in page is on its way: nothing else need be shown. */
export class SessionEndedError extends ApiError {
  override name = 'SessionEndedError'
}

/** Whether a rejection only says that the asker itself gave up. */
export function isAbort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}
