import type { MemberCode } from '#contract/areas.ts'
import { DAY_MS, type Span } from '#contract/time.ts'
import type { Kind, Quantity, SeriesBlock, StoredQuantity } from '#server/series/series.ts'
import type { EarlierForecast } from '#server/series/store/forecast-versions.ts'
import type { UpdatedUtc } from '#server/series/store/series-store.ts'

export interface Feed {
  area: MemberCode
  kind: Exclude<Kind, 'model'>
  quantities: readonly Quantity[]
}

/** Such as `DE actual solar+wind`. */
export function feedName({ area, kind, quantities }: Feed): string {
  return `${area} ${kind} ${quantities.join('+')}`
}

export function storedQuantities({ quantities }: Feed): StoredQuantity[] {
  return quantities.flatMap((quantity): StoredQuantity[] =>
    quantity === 'wind' ? ['wind', 'wind_offshore'] : [quantity],
  )
}

export interface Fetched {
  /** Gaps are NaN or left out. */
  blocks: SeriesBlock[]
  /** Received, but unreadable: stored values stay, and the span is requested again. */
  unread: (Span & { quantity: StoredQuantity })[]
  faults: string[]
  /** The answer has neither values nor a statement that there are none: stored values stay, and the span is requested again. */
  isSilent?: boolean
}

export function readWhole(blocks: SeriesBlock[]): Fetched {
  return { blocks, unread: [], faults: [] }
}

export interface FeedSpan<Of = Feed> {
  feed: Of
  span: Span
}

export interface Source {
  /** Stored with every chunk: `demo`, `entsoe`. */
  name: string
  /** Shown on the pages: `Demo data`, `ENTSO-E`. */
  label: string
  /** Required on the pages by the licence. */
  credit: string | null
  /** For the head of files; null without one licence for all values. */
  licence: string | null
  /** Marked on the pages; the server is ready only after the first fill. */
  isDemo: boolean
  maxConcurrency: number
  pollIntervalMs: number
  /** Values up to this age are read again at every poll. */
  revisedForMs: number
  /** Actual values up to this age are read again once a day. */
  rarelyRevisedForMs: number
  /** From this age on, the newest actual value is late. */
  staleAfterMs: number
  feeds: readonly Feed[]
  /** Null if the source has no files, or they may not be read. */
  archive: Archive | null
  maxSpanDays(feed: Feed): number
  /** Rejects with a `SourceError` if the source is down, refuses, or sends no readable value. */
  fetch(feed: Feed, span: Span, signal: AbortSignal): Promise<Fetched>
  notices?: () => readonly string[]
  earlierForecasts?: (feed: Feed, span: Span) => EarlierForecast[]
}

/** Monthly files of all areas, with the last version only: a forecast may have been changed after delivery. */
export interface Archive {
  /** Newer values are read from files only during a long outage. */
  newestAgeMs: number
  /** Null if missing, or unchanged since it was read. Rejects as `fetch`. */
  read(feeds: readonly Feed[], month: Span, signal: AbortSignal): Promise<ArchivedValues[] | null>
}

export interface ArchivedValues extends Fetched {
  feed: Feed
  /** Last change of each hour's values, epoch milliseconds; NaN if unknown. */
  updatedUtc: UpdatedUtc
}

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
