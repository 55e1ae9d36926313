import { type Block, MINUTE_MS, type Span } from './series.ts'

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
