import { LRUCache } from 'lru-cache'

import { MINUTE_MS, type Span, type StepMinutes } from '#server/series/series.ts'

/** A calendar month of UTC. */
export interface Month extends Span {
  /** First day, `yyyy-MM-dd`, as the database keeps it. */
  firstDay: string
}

/** By their beginning. A fill asks for the same few months tens of thousands of times. */
const recent = new LRUCache<number, Readonly<Month>>({ max: 500 })

/** The month that holds a moment. */
export function monthOf(utc: number): Readonly<Month> {
  const date = new Date(utc)
  const fromUtc = Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
  let month = recent.get(fromUtc)
  if (month === undefined) {
    const toUtc = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    month = { fromUtc, toUtc, firstDay: new Date(fromUtc).toISOString().slice(0, 10) }
    recent.set(fromUtc, month)
  }
  return month
}

/** The months that a span touches, in order. */
export function monthsOf(span: Span): Readonly<Month>[] {
  const months: Readonly<Month>[] = []
  for (let month = monthOf(span.fromUtc); month.fromUtc < span.toUtc; month = monthOf(month.toUtc)) {
    months.push(month)
  }
  return months
}

/** How many values of one step a span holds. */
export function slotCount(span: Span, stepMinutes: StepMinutes): number {
  return Math.ceil((span.toUtc - span.fromUtc) / (stepMinutes * MINUTE_MS))
}
