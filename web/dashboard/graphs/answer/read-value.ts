import { ApiError, MESSAGES } from '#web/api/api-error.ts'

/** Says that an answer is not what its type promises. */
export function unreadable(): ApiError {
  return new ApiError(MESSAGES.unreadable)
}

/** A value of an answer in any layout; `null` is missing. Throws an `ApiError` for anything but a finite number and `null`. */
export function readValue(value: unknown): number | null {
  if (value === null || (typeof value === 'number' && Number.isFinite(value))) return value
  throw unreadable()
}
