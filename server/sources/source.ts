import type { MemberCode } from '#contract/areas.ts'
import type { Kind, Quantity, SeriesBlock, Span } from '#server/series/series.ts'

/** What one fetch from a source gives: some quantities of one kind for one area. */
export interface Feed {
  area: MemberCode
  kind: Exclude<Kind, 'model'>
  quantities: readonly Quantity[]
}

/** A feed's name within its source: `DE actual solar+wind`. */
export function feedName({ area, kind, quantities }: Feed): string {
  return `${area} ${kind} ${quantities.join('+')}`
}

export interface FeedSpan {
  feed: Feed
  span: Span
}

export interface Source {
  /** Is stored with every chunk: `demo`, `entsoe`. */
  name: string
  /** The name on the pages: `Demo data`, `ENTSO-E`. */
  label: string
  /** Text that the licence requires on the pages, or null. */
  credit: string | null
  /** Whether the values are invented. Then the pages say so, and the server is ready only after its first fill. */
  isDemo: boolean
  /** How many fetches can run at once. The source itself paces its requests. */
  maxConcurrency: number
  /** From the beginning of one poll to that of the next. */
  pollIntervalMs: number
  /** How far back published values can still be revised. Every poll reads this time again. */
  revisedForMs: number
  /** How far back actual values are revised now and then. They are read again once a day. */
  rarelyRevisedForMs: number
  /** From this age on, the newest actual value is older than it should be. */
  staleAfterMs: number
  /** Everything the source can give. It does not cover an area without a feed. */
  feeds: readonly Feed[]
  /** The longest span that one `fetch` can ask for, in days. */
  maxSpanDays(feed: Feed, span: Span): number
  /**
   * The values of a feed over a span, as published by now. Gaps are NaN or left out, what is not published yet is left out.
   * Rejects with a `SourceError` (`server/errors.ts`) if the source is down, refuses, or sends what cannot be read.
   */
  fetch(feed: Feed, span: Span, signal: AbortSignal): Promise<SeriesBlock[]>
}
