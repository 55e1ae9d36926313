import { z } from 'zod'

const TIME = /^[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i

/** Epoch milliseconds of an RFC 3339 instant, seconds optional; null also for 24:00 and 30 February. */
export function parseInstant(text: string): number | null {
  if (!z.regexes.date.test(text.slice(0, 10)) || !TIME.test(text.slice(10))) return null
  return Date.parse(text.replace(' ', 'T').toUpperCase())
}
