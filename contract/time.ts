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

/** `2026-11-24`, in UTC. */
export function toDate(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10)
}

/** `2026-11-24T18:02Z`, for people. */
export function toMinute(utc: number): string {
  return `${new Date(utc).toISOString().slice(0, 16)}Z`
}

/** `2026-11-24T18:02:00Z`: the form of all answers and messages, without zero milliseconds. */
export function toStamp(utc: number): string {
  return new Date(utc).toISOString().replace('.000Z', 'Z')
}

/** Clips to a span. Without overlap the result has `toUtc <= fromUtc`. */
export function within<Part extends Span>(part: Part, { fromUtc, toUtc }: Span): Part {
  return { ...part, fromUtc: Math.max(part.fromUtc, fromUtc), toUtc: Math.min(part.toUtc, toUtc) }
}

/** In order of time. A span that begins where the last ends extends the last. */
export function addSpan(spans: Span[], { fromUtc, toUtc }: Span): void {
  const last = spans.at(-1)
  if (last?.toUtc === fromUtc) last.toUtc = toUtc
  else spans.push({ fromUtc, toUtc })
}
