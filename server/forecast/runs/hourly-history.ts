import type { MemberCode } from '#contract/areas.ts'
import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import {
  HOUR_MS,
  MINUTE_MS,
  QUANTITIES,
  type Block,
  type SeriesKey,
  type SeriesStore,
  type Span,
} from '#server/series/series.ts'

import type { QuantityHistory } from '#server/forecast/model/history/area-history.ts'

/** Values of an area by the hour from a whole hour on, MW, NaN for missing. */
export interface HourlyHistory {
  startsAtUtc: number
  hours: number
  quantities: ByQuantity<QuantityHistory>
}

/** Mean of each hour of which at least half is there. */
function hourlyMeans({ stepMinutes, powerMw }: Block): Float64Array {
  const parts = HOUR_MS / MINUTE_MS / stepMinutes
  if (parts === 1) return powerMw
  const means = new Float64Array(powerMw.length / parts)
  for (let hour = 0; hour < means.length; hour++) {
    let sum = 0
    let count = 0
    // By number: two years of a quarter-hourly area would otherwise be 100,000 views, which hold up the event loop.
    for (let slot = hour * parts; slot < (hour + 1) * parts; slot++) {
      const value = powerMw[slot] ?? NaN
      if (Number.isNaN(value)) continue
      sum += value
      count++
    }
    means[hour] = count >= parts / 2 ? sum / count : NaN
  }
  return means
}

/** Actual values and TSO forecasts of an area over a span of whole hours. Rejects with a `DatabaseError`. */
export async function readHourlyHistory(
  series: SeriesStore,
  area: MemberCode,
  span: Span,
): Promise<HourlyHistory> {
  const keys = QUANTITIES.flatMap((quantity): SeriesKey[] => [
    { area, quantity, kind: 'actual' },
    { area, quantity, kind: 'tso' },
  ])
  const blocks = await series.read(keys, span)
  const hours = (span.toUtc - span.fromUtc) / HOUR_MS
  const table = (quantity: string, kind: string): Float64Array => {
    const block = blocks[keys.findIndex((key) => key.quantity === quantity && key.kind === kind)]
    return block ? hourlyMeans(block) : new Float64Array(hours).fill(NaN)
  }
  const both = (quantity: string) => ({ actual: table(quantity, 'actual'), tso: table(quantity, 'tso') })
  return {
    startsAtUtc: span.fromUtc,
    hours,
    quantities: byQuantity(both),
  }
}

/** The history from the first day with a value on: what was never stored need not be computed with. */
export function withoutEmptyStart(history: HourlyHistory): HourlyHistory {
  const all = QUANTITIES.flatMap((quantity) => Object.values(history.quantities[quantity]))
  const firsts = all
    .map((table: Float64Array) => table.findIndex((value) => !Number.isNaN(value)))
    .filter((slot) => slot >= 0)
  const first = Math.max(0, Math.min(...firsts, history.hours))
  const cut = (table: Float64Array) => table.slice(first)
  return {
    startsAtUtc: history.startsAtUtc + first * HOUR_MS,
    hours: history.hours - first,
    quantities: byQuantity((quantity) => {
      const { actual, tso } = history.quantities[quantity]
      return { actual: cut(actual), tso: cut(tso) }
    }),
  }
}
