import { type Span, toDate } from '#contract/time.ts'

/** In UTC. */
export interface Month extends Span {
  /** `yyyy-MM-dd`, as stored. */
  firstDay: string
}

export function monthOf(utc: number): Month {
  const date = new Date(utc)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  const fromUtc = Date.UTC(year, month, 1)
  return { fromUtc, toUtc: Date.UTC(year, month + 1, 1), firstDay: toDate(fromUtc) }
}

export function monthsOf(span: Span): Month[] {
  const months: Month[] = []
  for (let month = monthOf(span.fromUtc); month.fromUtc < span.toUtc; month = monthOf(month.toUtc)) {
    months.push(month)
  }
  return months
}
