import type { MemberCode } from '#contract/areas.ts'
import type { Transaction } from '#server/database/database.ts'

/** Terms of residual load = load − solar − wind. Residual load is never stored. */
export type Quantity = 'load' | 'solar' | 'wind'
export const QUANTITIES: readonly Quantity[] = ['load', 'solar', 'wind']

/** One value for each quantity. */
export type ByQuantity<Value> = Readonly<Record<Quantity, Value>>

/** The record that `valueOf` gives, quantity by quantity. */
export function byQuantity<Value>(valueOf: (quantity: Quantity) => Value): ByQuantity<Value> {
  return { load: valueOf('load'), solar: valueOf('solar'), wind: valueOf('wind') }
}

/** Quantities stored per area. Offshore wind is also part of wind; it is stored where the source gives both parts. */
export type StoredQuantity = Quantity | 'wind_offshore'

/** `actual`: measured; `tso`: the TSO's day-ahead forecast as it was when it was due; `model`: ours. */
export type Kind = 'actual' | 'tso' | 'model'
export const KINDS: readonly Kind[] = ['actual', 'tso', 'model']

export interface SeriesKey {
  area: MemberCode
  quantity: StoredQuantity
  kind: Kind
}

/** Half-open, epoch milliseconds. */
export interface Span {
  fromUtc: number
  toUtc: number
}

export const MINUTE_MS = 60_000
export const QUARTER_MS = 15 * MINUTE_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS
export const WEEK_DAYS = 7
/** Steps at which sources publish. */
export type StepMinutes = 15 | 30 | 60

/** A run of evenly spaced values: mean power in MW over the interval that each stamp begins, NaN for missing. */
export interface Block {
  startsAtUtc: number
  stepMinutes: StepMinutes
  powerMw: Float64Array
}

export function spanOf({ startsAtUtc, stepMinutes, powerMw }: Block): Span {
  return { fromUtc: startsAtUtc, toUtc: startsAtUtc + powerMw.length * stepMinutes * MINUTE_MS }
}

/** The span from the first to the last value of a block, null if there is none. */
export function spanOfValues(block: Block): Span | null {
  const { powerMw } = block
  const first = powerMw.findIndex((value) => !Number.isNaN(value))
  const end = powerMw.findLastIndex((value) => !Number.isNaN(value)) + 1
  const utcOf = (slot: number) => block.startsAtUtc + slot * block.stepMinutes * MINUTE_MS
  return first === -1 ? null : { fromUtc: utcOf(first), toUtc: utcOf(end) }
}

/** The part of something that lies in a span; it ends before it begins where nothing does. */
export function within<Part extends Span>(part: Part, { fromUtc, toUtc }: Span): Part {
  return { ...part, fromUtc: Math.max(part.fromUtc, fromUtc), toUtc: Math.min(part.toUtc, toUtc) }
}

/** The part of a block that lies in a span whose ends are ends of its intervals. */
export function blockWithin<Of extends Block>(block: Of, span: Span): Of {
  const { fromUtc, toUtc } = within(span, spanOf(block))
  const slotOf = (utc: number) => (utc - block.startsAtUtc) / (block.stepMinutes * MINUTE_MS)
  return { ...block, startsAtUtc: fromUtc, powerMw: block.powerMw.slice(slotOf(fromUtc), slotOf(toUtc)) }
}

/** Adds a span to others in order of time. One that goes on where the last ends makes that longer. */
export function addSpan(spans: Span[], { fromUtc, toUtc }: Span): void {
  const last = spans.at(-1)
  if (last?.toUtc === fromUtc) last.toUtc = toUtc
  else spans.push({ fromUtc, toUtc })
}

export function countValues(powerMw: Float64Array | Float32Array): number {
  let count = 0
  for (const value of powerMw) if (!Number.isNaN(value)) count += 1
  return count
}

/** Which values count: all that are known now, or those that were known when each day was looked at. */
export interface Known {
  /** A moment, or an hour of a day before delivery, as a text; null for now. Caches tell requests apart by it. */
  as_of: string | null
  zone: string
  /** By local day the last moment at which a forecast that counts was published, epoch milliseconds; null for now. */
  momentOf: ((day: { date: string }) => number) | null
  /** Actual values of what ended later do not count, epoch milliseconds. */
  endedByUtc: number
  /** The only kind of run that counts, or the run before the one that counts; null for the one that counts. */
  run: 'early' | 'complete' | 'previous' | null
}

/** When forecasts of the market's delivery days `yyyy-MM-dd` were published, epoch milliseconds. */
export interface Published {
  /** Every version of a day, in order. */
  all: (day: string) => readonly number[]
  /** The version that counted at a moment, or that counts now for `Infinity`; undefined if there is none. */
  counting: (day: string, knownUtc: number) => number | undefined
}

export interface SeriesBlock extends SeriesKey, Block {}

/** A TSO forecast as it had been published at a time. */
export interface EarlierForecast {
  publishedAtUtc: number
  blocks: SeriesBlock[]
}

/** Where values came from; kept with every chunk. */
export interface Provenance {
  source: string
  fetchedAtUtc: number
}

/** The name under which the values from files of a source are kept: they are its last values, whenever they were published. */
export const filesOf = (source: string): string => `${source}-files`

/** When a value of a quantity in an hour was last changed by those who publish it, epoch milliseconds. */
export type UpdatedUtc = (quantity: StoredQuantity, hourUtc: number) => number

/** `replace`: a new value replaces the stored one and finer ones within its interval; `keep-first`: a stored value stays. NaN replaces nothing. */
export type WriteMode = 'replace' | 'keep-first'

/** A series and the last of its values: mean power in MW until `endsAtUtc`. */
export interface NewestValue extends SeriesKey {
  endsAtUtc: number
  powerMw: number
}

/** The block of a series that was read, if wanted without what files of a source gave. Throws where the series was not requested. */
export type ReadSeries = (key: SeriesKey, withoutFiles?: boolean) => Block

/** Time series in month chunks. Calls reject with a `DatabaseError`. A write is one transaction and gives how many slots have another value. */
export interface SeriesStore {
  /** Writes what a source publishes now: as `replace`, and its own values in the `withdrawn` spans go, those of a coarser step if any part does. */
  mirror(
    blocks: readonly SeriesBlock[],
    withdrawn: readonly (SeriesKey & Span)[],
    provenance: Provenance,
  ): Promise<number>
  /** Writes a TSO forecast as fetched. Until it is due, later versions replace earlier ones, and `withdrawn` spans go; after that the first version stays. */
  writeForecast(
    blocks: readonly SeriesBlock[],
    withdrawn: readonly (SeriesKey & Span)[],
    provenance: Provenance,
  ): Promise<number>
  /** Keeps what a source still knows to have published before, for `readForecastsAsOf`. Stored values stay. */
  addForecastVersions(forecasts: readonly EarlierForecast[], source: string): Promise<void>
  /** Writes values from files of a source where nothing else is stored; actual values also in place of those fetched before the files changed. */
  writeArchived(
    blocks: readonly SeriesBlock[],
    updatedUtc: UpdatedUtc,
    provenance: Provenance,
  ): Promise<number>
  /** TSO forecasts as they were known, in quarter hours. Days without versions count from when their months were stored. */
  readForecastsAsOf(keys: readonly SeriesKey[], span: Span, known: Known): Promise<(key: SeriesKey) => Block>
  /** Writes more than should be in memory at once, all or nothing, to series named by `keys`, and `alongside` in the same transaction. */
  writeAll(
    keys: readonly SeriesKey[],
    batches: Iterable<readonly SeriesBlock[]> | AsyncIterable<readonly SeriesBlock[]>,
    provenance: Provenance,
    mode: WriteMode,
    alongside?: (connection: Transaction) => Promise<number>,
  ): Promise<number>
  /** Reads series over a span, each as one block at the finest step stored there. `endedByUtc` leaves out intervals that had not ended by then. */
  read(keys: readonly SeriesKey[], span: Span, endedByUtc?: number): Promise<ReadSeries>
  /** The steps at which any of the series are stored in the months of a span. */
  steps(keys: readonly SeriesKey[], span: Span): Promise<StepMinutes[]>
  /** The newest stored value of every series of a kind that has any. */
  newest(kind: Kind): Promise<NewestValue[]>
  /** When TSO forecasts of the days that a span touches were fetched, series by series. */
  readFetchTimes(keys: readonly SeriesKey[], span: Span): Promise<Published[]>
  /** Every stored series, or those of a kind, with the span from its first to its last value. */
  spans(kind?: Kind | null): Promise<(SeriesKey & Span)[]>
  /** First and last stored value of a kind over all areas, as the span they cover; null on an empty store. */
  coverage(kind: Kind): Promise<Span | null>
}
