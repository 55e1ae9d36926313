import { monthOf } from '#server/series/calendar/month.ts'
import { DAY_MS, type Span } from '#server/series/series.ts'

import type { FeedSpan } from './source.ts'

/** From this length on, parts begin with a month. Shorter ones would become many more. */
const DAYS_OF_TWO_MONTHS = 62

/** The newest part of a span that one fetch can ask for. A long one begins with a month, or with the span: the chunk of a month is written once. */
export function newestPart(span: Span, maxSpanDays: number): Span {
  const earliest = span.toUtc - maxSpanDays * DAY_MS
  if (earliest <= span.fromUtc) return span
  const month = monthOf(earliest)
  const isWithinMonth = maxSpanDays >= DAYS_OF_TWO_MONTHS && month.fromUtc < earliest
  return { fromUtc: isWithinMonth ? month.toUtc : earliest, toUtc: span.toUtc }
}

/** Cuts spans into such parts, the newest of all feeds first, each when its turn comes: a source can allow other lengths after its first answers. */
export function* newestFirst<Feed>(
  source: { maxSpanDays(feed: Feed, span: Span): number },
  spans: readonly FeedSpan<Feed>[],
): Generator<FeedSpan<Feed>> {
  const open = spans.map(({ feed, span }) => ({ feed, span }))
  for (;;) {
    let newest: (typeof open)[number] | null = null
    for (const rest of open) {
      if (rest.span.toUtc <= rest.span.fromUtc) continue
      if (newest === null || rest.span.toUtc > newest.span.toUtc) newest = rest
    }
    if (newest === null) return
    const { feed, span } = newest
    const part = newestPart(span, source.maxSpanDays(feed, span))
    newest.span = { fromUtc: span.fromUtc, toUtc: part.fromUtc }
    yield { feed, span: part }
  }
}
