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

/** The part of something that lies in a span. If nothing does, the part ends before it begins. */
export function within<Part extends Span>(part: Part, { fromUtc, toUtc }: Span): Part {
  return { ...part, fromUtc: Math.max(part.fromUtc, fromUtc), toUtc: Math.min(part.toUtc, toUtc) }
}

/** Adds a span to others in order of time. A span that begins where the last ends makes the last one longer. */
export function addSpan(spans: Span[], { fromUtc, toUtc }: Span): void {
  const last = spans.at(-1)
  if (last?.toUtc === fromUtc) last.toUtc = toUtc
  else spans.push({ fromUtc, toUtc })
}
