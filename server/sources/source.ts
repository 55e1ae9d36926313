import type { MemberCode } from '#contract/areas.ts'
import type { Kind, Quantity, SeriesBlock, Span } from '#server/series/series.ts'

/** What one request to a source brings: some quantities of one kind for one area. */
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
  /** Kept as the provenance of every chunk: `demo`, `entsoe`. */
  name: string
  /** As people read it: `Demo data`, `ENTSO-E`. */
  label: string
  /** Text that the licence asks to be shown, or null. */
  credit: string | null
  /** The values are invented: the pages say so, and the server is ready only when its first fill is done. */
  isDemo: boolean
  /** How many fetches may run at once; the pace of requests is the source's own affair. */
  maxConcurrency: number
  /** From the beginning of one poll to that of the next. */
  pollIntervalMs: number
  /** How far back published values may still be revised: every poll reads that again. */
  revisedForMs: number
  /** Age from which the newest actual counts as older than it should be. */
  staleAfterMs: number
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
