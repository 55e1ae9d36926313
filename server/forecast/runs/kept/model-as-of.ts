import type { MemberCode } from '#contract/areas.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'

import { modelBlocks } from './model-blocks.ts'
import type { RunStore } from './run-store.ts'

/** The model's forecasts of an area as they were known at a time. */
export type ReadModelAsOf = (area: MemberCode, span: Span, knownUtc: number) => Promise<ByQuantity<Block>>

/**
 * Reads them from the kept runs: the runs that had been made by then, laid over each other in the order in which they were made, as
 * the stored curve is. A replay counts from when it was computed. Hours of UTC, NaN where nothing was known. Rejects with a
 * `DatabaseError`.
 */
export function createModelAsOf(store: RunStore): ReadModelAsOf {
  return async (area, span, knownUtc) => {
    const startsAtUtc = Math.floor(span.fromUtc / HOUR_MS) * HOUR_MS
    const hours = Math.ceil((span.toUtc - startsAtUtc) / HOUR_MS)
    const known = byQuantity((): Block => ({
      startsAtUtc,
      stepMinutes: 60,
      powerMw: new Float64Array(hours).fill(NaN),
    }))
    const runs = await store.runs([area], {
      // The tail of the day before reaches into the span.
      from: addDays(marketDayAt(span.fromUtc).date, -1),
      to: marketDayAt(span.toUtc - 1).date,
    })
    for (const run of runs.filter(({ issuedAtUtc }) => issuedAtUtc <= knownUtc))
      for (const block of modelBlocks(run)) layOver(known[block.quantity], block)
    return known
  }
}

/** Lays hours over hours. A missing value replaces nothing. */
function layOver(below: Block, above: Block): void {
  const first = (above.startsAtUtc - below.startsAtUtc) / HOUR_MS
  for (const [index, value] of above.powerMw.entries()) {
    const hour = first + index
    if (!Number.isNaN(value) && hour >= 0 && hour < below.powerMw.length) below.powerMw[hour] = value
  }
}
