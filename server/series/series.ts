import type { MemberCode } from '#contract/areas.ts'
import { MINUTE_MS, type Span, within } from '#contract/time.ts'

/** Terms of residual load = load − solar − wind. Residual load is never stored. */
export type Quantity = 'load' | 'solar' | 'wind'
export const QUANTITIES: readonly Quantity[] = ['load', 'solar', 'wind']

export type ByQuantity<Value> = Readonly<Record<Quantity, Value>>

export function byQuantity<Value>(valueOf: (quantity: Quantity) => Value): ByQuantity<Value> {
  return { load: valueOf('load'), solar: valueOf('solar'), wind: valueOf('wind') }
}

/** Also part of wind; stored if the source gives both parts. */
export type StoredQuantity = Quantity | 'wind_offshore'

/** `actual`: measured; `tso`: the TSO's day-ahead forecast as of its due time; `model`: ours. */
export type Kind = 'actual' | 'tso' | 'model'
export const KINDS: readonly Kind[] = ['actual', 'tso', 'model']

export interface SeriesKey {
  area: MemberCode
  quantity: StoredQuantity
  kind: Kind
}

/** Steps at which sources publish. */
export type StepMinutes = 15 | 30 | 60

/** Mean power in MW over the interval that each stamp begins; NaN is missing. */
export interface Block {
  startsAtUtc: number
  stepMinutes: StepMinutes
  powerMw: Float64Array
}

export function spanOf({ startsAtUtc, stepMinutes, powerMw }: Block): Span {
  return { fromUtc: startsAtUtc, toUtc: startsAtUtc + powerMw.length * stepMinutes * MINUTE_MS }
}

export function spanOfValues(block: Block): Span | null {
  const { powerMw } = block
  const first = powerMw.findIndex((value) => !Number.isNaN(value))
  const end = powerMw.findLastIndex((value) => !Number.isNaN(value)) + 1
  const utcOf = (slot: number) => block.startsAtUtc + slot * block.stepMinutes * MINUTE_MS
  return first === -1 ? null : { fromUtc: utcOf(first), toUtc: utcOf(end) }
}

/** Shares the values. `span` must begin and end where intervals do. */
export function blockWithin<Of extends Block>(block: Of, span: Span): Of {
  const { fromUtc, toUtc } = within(span, spanOf(block))
  const slotOf = (utc: number) => (utc - block.startsAtUtc) / (block.stepMinutes * MINUTE_MS)
  return { ...block, startsAtUtc: fromUtc, powerMw: block.powerMw.subarray(slotOf(fromUtc), slotOf(toUtc)) }
}

export function countValues(powerMw: Float64Array | Float32Array): number {
  let count = 0
  for (let slot = 0; slot < powerMw.length; slot += 1) if (!Number.isNaN(powerMw[slot])) count += 1
  return count
}

export interface SeriesBlock extends SeriesKey, Block {}

/** Origin that is stored with every chunk. */
export interface Provenance {
  source: string
  fetchedAtUtc: number
}

/** Values from a source's files are final values, whenever they were published. */
export const filesOf = (source: string): string => `${source}-files`

export function slotCount(span: Span, stepMinutes: StepMinutes): number {
  return Math.ceil((span.toUtc - span.fromUtc) / (stepMinutes * MINUTE_MS))
}
