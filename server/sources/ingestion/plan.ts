import { DAY_MS, HOUR_MS, within } from '#contract/time.ts'
import { type FeedSpan, type Source, feedName } from '#server/sources/source.ts'

export const UP_TO_DATE_DAYS = 0.25

const startOfDay = (utc: number) => Math.floor(utc / DAY_MS) * DAY_MS

export interface PlanOptions {
  source: Source
  now: number
  backfillDays: number
}

/** The past up to now; forecasts to the end of the day after tomorrow. */
export function wantedSpans({ source, now, backfillDays }: PlanOptions): FeedSpan[] {
  const today = startOfDay(now)
  const fromUtc = today - backfillDays * DAY_MS
  return source.feeds.map((feed) => ({
    feed,
    span: { fromUtc, toUtc: feed.kind === 'actual' ? now : today + 3 * DAY_MS },
  }))
}

/** Values are revised, and gaps filled, days or weeks later. */
export function spansToReadAgain({ source, now, backfillDays }: PlanOptions): FeedSpan[] {
  const backMs = Math.min(source.rarelyRevisedForMs, backfillDays * DAY_MS)
  // Whole days: all rounds of a day ask for the same.
  const span = { fromUtc: startOfDay(now - backMs), toUtc: startOfDay(settledUntilUtc(source, now)) }
  if (span.toUtc <= span.fromUtc) return []
  return source.feeds.map((feed) => ({ feed, span }))
}

/** Earlier values are not expected to change. */
export function settledUntilUtc(source: Source, now: number): number {
  return now - source.revisedForMs
}

export function cutAt(spans: readonly FeedSpan[], utc: number): [before: FeedSpan[], after: FeedSpan[]] {
  const parts = (from: number, to: number) =>
    spans
      .map(({ feed, span }) => ({ feed, span: within(span, { fromUtc: from, toUtc: to }) }))
      .filter(({ span }) => span.fromUtc < span.toUtc)
  return [parts(Number.NEGATIVE_INFINITY, utc), parts(utc, Number.POSITIVE_INFINITY)]
}

/** Days in the settled past; mean over the source's feeds. */
export function settledDays(source: Source, spans: readonly FeedSpan[], settledUntil: number): number {
  const lengths = spans.map(({ span }) => Math.max(0, Math.min(span.toUtc, settledUntil) - span.fromUtc))
  return lengths.reduce((sum, length) => sum + length, 0) / DAY_MS / source.feeds.length
}

const MAX_REST_MS = 12 * HOUR_MS

export type RefusedSpans = ReturnType<typeof createRefusedSpans>

/** Waits grow, since most will be refused again. */
export function createRefusedSpans(firstRestMs: number) {
  const resting = new Map<string, { restMs: number; untilUtc: number }>()
  // Only the start of a span stays until it is read.
  const keyOf = ({ feed, span }: FeedSpan) => `${feedName(feed)} ${span.fromUtc}`
  return {
    add(wanted: FeedSpan, now: number): void {
      const before = resting.get(keyOf(wanted))?.restMs ?? firstRestMs / 2
      const restMs = Math.min(MAX_REST_MS, 2 * before)
      resting.set(keyOf(wanted), { restMs, untilUtc: now + restMs })
    },
    remove: (wanted: FeedSpan): void => void resting.delete(keyOf(wanted)),
    isResting: (wanted: FeedSpan, now: number): boolean => now < (resting.get(keyOf(wanted))?.untilUtc ?? 0),
  }
}
