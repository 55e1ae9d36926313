import { DAY_MS } from '#contract/time.ts'

import type { FeedSpan } from './source.ts'

/** Yields the newest of all feeds first, lazily: `maxSpanDays` can change after a source's first answers. */
export function* newestFirst<Feed>(
  source: { maxSpanDays(feed: Feed): number },
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
    const fromUtc = Math.max(span.fromUtc, span.toUtc - source.maxSpanDays(feed) * DAY_MS)
    newest.span = { fromUtc: span.fromUtc, toUtc: fromUtc }
    yield { feed, span: { fromUtc, toUtc: span.toUtc } }
  }
}
