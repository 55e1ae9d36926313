import { HOUR_MS } from '#server/series/series.ts'
import { feedName } from '#server/sources/source.ts'
import type { FeedSpan } from '#server/sources/source.ts'

const MAX_REST_MS = 12 * HOUR_MS

/** Spans that a source refuses. They are asked for again after growing waits, because most of them will be refused again. */
export interface RefusedSpans {
  add(wanted: FeedSpan, now: number): void
  remove(wanted: FeedSpan): void
  /** Whether it is too early to ask again. */
  isResting(wanted: FeedSpan, now: number): boolean
}

export function createRefusedSpans(firstRestMs: number): RefusedSpans {
  const resting = new Map<string, { restMs: number; untilUtc: number }>()
  // A span's end moves with the time; its beginning stays until it is read.
  const keyOf = ({ feed, span }: FeedSpan) => `${feedName(feed)} ${span.fromUtc}`
  return {
    add(wanted, now) {
      const before = resting.get(keyOf(wanted))?.restMs ?? firstRestMs / 2
      const restMs = Math.min(MAX_REST_MS, 2 * before)
      resting.set(keyOf(wanted), { restMs, untilUtc: now + restMs })
    },
    remove: (wanted) => void resting.delete(keyOf(wanted)),
    isResting: (wanted, now) => now < (resting.get(keyOf(wanted))?.untilUtc ?? 0),
  }
}
