import { toMinute } from '#server/clock.ts'
import { MINUTE_MS } from '#server/series/series.ts'

const FIRST_REST_MS = MINUTE_MS
const MAX_REST_MS = 15 * MINUTE_MS

/** A source that gives nothing to anyone: since when, how often it was tried, and when it is tried again. */
export interface Outage {
  /** What the source does instead, as a sentence. */
  message: string
  sinceUtc: number
  tries: number
  nextTryUtc: number
}

/** The outage that begins or goes on with another failure. The source rests twice as long after each, up to a quarter of an hour. */
export function nextOutage(before: Outage | null, message: string, now: number): Outage {
  const tries = (before?.tries ?? 0) + 1
  const restMs = Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** (tries - 1))
  return { message, sinceUtc: before?.sinceUtc ?? now, tries, nextTryUtc: now + restMs }
}

/** The same in words, for operators. */
export function describeOutage({ message, sinceUtc, tries, nextTryUtc }: Outage): string {
  const times = tries === 1 ? 'once' : `${tries} times`
  return `${message} Since ${toMinute(sinceUtc)}, tried ${times}; the next try is at ${toMinute(nextTryUtc)}.`
}
