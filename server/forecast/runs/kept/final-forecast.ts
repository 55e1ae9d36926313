import type { MemberCode } from '#contract/areas.ts'
import { addDays, marketDayAt } from '#server/forecast/runs/market-day.ts'
import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { type Block, HOUR_MS, type Span } from '#server/series/series.ts'

import { bestRuns, type RunStore } from './run-store.ts'

/** The final forecasts of an area by hour of UTC, over a span of whole hours. Rejects with a `DatabaseError`. */
export async function readFinalForecast(
  store: RunStore,
  area: MemberCode,
  span: Span,
): Promise<ByQuantity<Block>> {
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  const final = byQuantity((): Block => ({
    startsAtUtc: span.fromUtc,
    stepMinutes: 60,
    powerMw: new Float64Array(hours).fill(NaN),
  }))
  const runs = await store.runs([area], {
    // The tail of the day before reaches into the span.
    from: addDays(marketDayAt(span.fromUtc).date, -1),
    to: marketDayAt(span.toUtc - 1).date,
  })
  // In order of days, so that a day's own forecast comes after the tail of the day before.
  for (const { hours: said } of bestRuns(runs).toSorted((a, b) => (a.day < b.day ? -1 : 1)))
    for (const [index, utc] of said.startsAtUtc.entries()) {
      const hour = (utc - span.fromUtc) / HOUR_MS
      if (hour < 0 || hour >= hours) continue
      byQuantity((quantity) => (final[quantity].powerMw[hour] = said.final[quantity][index] ?? NaN))
    }
  return final
}
