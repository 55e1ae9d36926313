import type { MemberCode } from '#contract/areas.ts'
import type { Kind, Quantity, SeriesBlock, Span } from '#server/series/series.ts'

/** What one request to a source brings: some quantities of one kind for one area. */
export interface Feed {
  area: MemberCode
  kind: Exclude<Kind, 'model'>
  quantities: readonly Quantity[]
}

export interface Source {
  name: string
  /** Text that the licence asks to be shown, or null. */
  credit: string | null
  /** Everything the source can give; an area without a feed is not covered by it. */
  feeds: readonly Feed[]
  /** The longest span that one `fetch` may ask for, in days. */
  maxSpanDays(feed: Feed, span: Span): number
  /**
   * The values of a feed over a span, as published by now: real gaps are NaN or absent, what is not published yet is absent.
   * Rejects with a `SourceError` (`server/errors.ts`) where the source is down, refuses or answers what cannot be read.
   */
  fetch(feed: Feed, span: Span, signal: AbortSignal): Promise<SeriesBlock[]>
}
