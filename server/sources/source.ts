import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#contract/time.ts'
import type { Kind, Quantity, SeriesBlock, StoredQuantity } from '#server/series/series.ts'
import type { UpdatedUtc } from '#server/series/store/series-store.ts'
import type { EarlierForecast } from '#server/series/versions/forecast-versions.ts'

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
  /** Gaps are NaN or left out; unpublished values are left out. */
  blocks: SeriesBlock[]
  /** Received, but not readable: stored values stay, and the span is requested again. */
  unread: (Span & { quantity: StoredQuantity })[]
  /** Sentences about values left out as unreadable or given twice. */
  faults: string[]
  /** The source sent neither values nor a statement that there are none: stored values stay, and the span is requested again. */
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
  /** Short name for the head of files; null without one licence for all values. */
  licence: string | null
  /** The pages mark the values, and the server is ready only after the first fill. */
  isDemo: boolean
  maxConcurrency: number
  pollIntervalMs: number
  /** Age up to which values are revised; every poll reads them again. */
  revisedForMs: number
  /** Age up to which actual values are sometimes revised; read again once a day. */
  rarelyRevisedForMs: number
  /** From this age on, the newest actual value is late. */
  staleAfterMs: number
  feeds: readonly Feed[]
  /** Its past in files; null if it has none, or they may not be read. */
  archive: Archive | null
  maxSpanDays(feed: Feed): number
  /** The values published by now. Rejects with a `SourceError` if the source is down, refuses, or sends nothing readable. */
  fetch(feed: Feed, span: Span, signal: AbortSignal): Promise<Fetched>
  /** For example the end of a version, or another licence. */
  notices?: () => readonly string[]
  earlierForecasts?: (feed: Feed, span: Span) => EarlierForecast[]
}

/** A file for each month, with all areas. Files hold only the last version: a forecast may have been changed after delivery. */
export interface Archive {
  /** Newer values are read from files only during a long outage of the source. */
  newestAgeMs: number
  /** A month's file of feeds of one kind and quantities; null if missing, or unchanged since it was read. Rejects as `fetch`. */
  read(feeds: readonly Feed[], month: Span, signal: AbortSignal): Promise<ArchivedValues[] | null>
}

export interface ArchivedValues extends Fetched {
  feed: Feed
  /** Last change of each hour's values, epoch milliseconds; NaN if unknown. */
  updatedUtc: UpdatedUtc
}
