import type { Frequency } from '#contract/query.ts'
import { HOUR_MS, QUARTER_MS, type Span } from '#contract/time.ts'

import { daysWithin, hourEdges } from './local-calendar.ts'

/** Consecutive quarter hours, hours or days. */
export interface TimeBuckets {
  /** Stamps, and the end of the last bucket; empty without buckets. */
  edges: readonly number[]
  /** How much of a bucket its mean can lack. */
  maxMissingMs: number
}

const MAX_MISSING_OF_DAY_MS = 2 * HOUR_MS

/** Buckets with stamps in the span, by the clocks of the zone. */
export function bucketsOf(span: Span, frequency: Frequency | '15min', zone: string): TimeBuckets {
  if (frequency === '15min') return { edges: quarterEdges(span), maxMissingMs: 0 }
  if (frequency === 'H') return { edges: hourEdges(span, zone), maxMissingMs: 0 }
  const days = daysWithin(span, zone)
  const lastEdge = days.slice(-1).map((day) => day.toUtc)
  return { edges: [...days.map((day) => day.fromUtc), ...lastEdge], maxMissingMs: MAX_MISSING_OF_DAY_MS }
}

function quarterEdges({ fromUtc, toUtc }: Span): number[] {
  const first = Math.ceil(fromUtc / QUARTER_MS)
  const count = Math.ceil(toUtc / QUARTER_MS) - first
  return count === 0 ? [] : Array.from({ length: count + 1 }, (_, quarter) => (first + quarter) * QUARTER_MS)
}
