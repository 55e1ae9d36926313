import type { MemberCode } from '#contract/areas.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'

import { bestRuns, type RunStore } from './run-store.ts'

/** The limits around an area's final value, hour by hour of UTC, NaN where no run says any. */
export interface KeptBand {
  p10: Block
  p90: Block
}

/** The bands of the runs that count, for the hours that a span touches. Rejects with a `DatabaseError`. */
export async function readKeptBand(store: RunStore, area: MemberCode, span: Span): Promise<KeptBand> {
  const runs = await store.bands(area, {
    // The tail of the day before reaches into the span.
    from: addDays(marketDayAt(span.fromUtc).date, -1),
    to: marketDayAt(span.toUtc - 1).date,
  })
  const startsAtUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
  const length = Math.ceil((span.toUtc - startsAtUtc) / HOUR_MS)
  const nothing = (): Block => ({ startsAtUtc, stepMinutes: 60, powerMw: new Float64Array(length).fill(NaN) })
  const kept = { p10: nothing(), p90: nothing() }
  // In order of days, so that a day's own forecast stands before the tail of the day before.
  for (const { hours } of bestRuns(runs).toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    for (const [index, utc] of hours.startsAtUtc.entries()) {
      const hour = (utc - startsAtUtc) / HOUR_MS
      if (hour < 0 || hour >= length) continue
      kept.p10.powerMw[hour] = hours.p10[index] ?? NaN
      kept.p90.powerMw[hour] = hours.p90[index] ?? NaN
    }
  }
  return kept
}
