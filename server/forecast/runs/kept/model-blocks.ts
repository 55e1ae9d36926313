import { addDays, timeOfDay } from '#server/forecast/runs/market-day.ts'
import { HOUR_MS, QUANTITIES, type SeriesBlock } from '#server/series/series.ts'

import type { StoredRun } from './run-store.ts'

/**
 * A run as series of kind `model`, one block a quantity. A replay keeps to its day: what lies beyond may be there already, from
 * the forecast of the day after. An early replay is only made to be scored and has no block: the curve of a past day is that of the
 * complete one.
 */
export function modelBlocks({ area, day, kind, hours, isReplayed }: StoredRun): SeriesBlock[] {
  if (isReplayed && kind === 'early') return []
  const [first = 0] = hours.startsAtUtc
  const endUtc = isReplayed ? timeOfDay(addDays(day, 1)) : Number.POSITIVE_INFINITY
  const own = hours.startsAtUtc.filter((utc) => utc < endUtc)
  const last = own.at(-1) ?? first
  return QUANTITIES.map((quantity) => {
    const powerMw = new Float64Array((last - first) / HOUR_MS + 1).fill(NaN)
    for (const [index, utc] of own.entries())
      powerMw[(utc - first) / HOUR_MS] = hours.model[quantity][index] ?? NaN
    return { area, quantity, kind: 'model', startsAtUtc: first, stepMinutes: 60, powerMw }
  })
}
