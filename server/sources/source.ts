import type { MemberCode } from '#contract/areas.ts'
import type { Span } from '#contract/time.ts'
import type { Kind, Quantity, SeriesBlock, StoredQuantity } from '#server/series/series.ts'
import type { UpdatedUtc } from '#server/series/store/series-store.ts'
import type { EarlierForecast } from '#server/series/versions/forecast-versions.ts'

/** The content of one fetch from a source: some quantities of one kind for one area. */
export interface Feed {
  area: MemberCode
  kind: Exclude<Kind, 'model'>
  quantities: readonly Quantity[]
}

/** A feed's name within its source: `DE actual solar+wind`. */
export function feedName({ area, kind, quantities }: Feed): string {
  return `${area} ${kind} ${quantities.join('+')}`
}

export function storedQuantities({ quantities }: Feed): StoredQuantity[] {
  return quantities.flatMap((quantity): StoredQuantity[] =>
    quantity === 'wind' ? ['wind', 'wind_offshore'] : [quantity],
  )
}

export interface Fetched {
  /** Gaps are NaN or left out, what is not published yet is left out. */
  blocks: SeriesBlock[]
  /** Where something came that cannot be read: what is stored of it stays, and it is requested again. */
  unread: (Span & { quantity: StoredQuantity })[]
  /** Sentences about values that were left out because they cannot be read, or were given twice. */
  faults: string[]
  /** Nothing came, but the source did not say that there is nothing: stored values stay, and the span is requested again. */
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
  /** Is stored with every chunk: `demo`, `entsoe`. */
  name: string
  /** The name on the pages: `Demo data`, `ENTSO-E`. */
  label: string
  /** Text that the licence requires on the pages, or null. */
  credit: string | null
  /** Short name of the licence for the head of files; null where it is none for all values. */
  licence: string | null
  /** Demo values: the pages say so, and the server is ready only after its first fill. */
  isDemo: boolean
  /** How many fetches can run at once. The source itself paces its requests. */
  maxConcurrency: number
  /** From the beginning of a poll to the beginning of the next. */
  pollIntervalMs: number
  /** How far back published values can still be revised. Every poll reads this time again. */
  revisedForMs: number
  /** How far back actual values are revised now and then. They are read again once a day. */
  rarelyRevisedForMs: number
  /** From this age on, the newest actual value is older than it should be. */
  staleAfterMs: number
  /** Everything the source can give. It does not cover an area without a feed. */
  feeds: readonly Feed[]
  /** Where the source also has its past in files; null where it has none, or they may not be read. */
  archive: Archive | null
  /** The longest span that one `fetch` can ask for, in days. */
  maxSpanDays(feed: Feed): number
  /** Fetches the values of a feed that are published by now. Rejects with a `SourceError` if the source is down, refuses, or sends nothing that can be read. */
  fetch(feed: Feed, span: Span, signal: AbortSignal): Promise<Fetched>
  /** Sentences that the service has announced to this process: the end of a version, another licence. */
  notices?: () => readonly string[]
  /** Earlier versions of its forecasts for a span, where the source still knows them. */
  earlierForecasts?: (feed: Feed, span: Span) => EarlierForecast[]
}

/** Files that hold a month of all areas each. They know only the last value: a forecast in them may have been changed after the fact. */
export interface Archive {
  /** Values older than this are read from files, newer ones only while the source is down for long. */
  newestAgeMs: number
  /** Reads a month's file of feeds of one kind and quantities; null without one, or if it was read since it changed. Rejects as `fetch`. */
  read(feeds: readonly Feed[], month: Span, signal: AbortSignal): Promise<ArchivedValues[] | null>
}

export interface ArchivedValues extends Fetched {
  feed: Feed
  /** When a value of an hour was last changed, epoch milliseconds; NaN where that is not known. */
  updatedUtc: UpdatedUtc
}
