import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { MONTH_WEEKS, trailingMeans } from '#server/forecast/model/history/day-means.ts'
import { isHidden } from '#server/forecast/model/history/known-history.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { residualTable } from '#server/forecast/model/history/residual-table.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { QUANTITIES } from '#server/series/series.ts'

/** Shares of the usual load below which residual load lets prices fall so far that sun and wind are switched off. */
const SURPLUS_SHARES = [0.3, 0.1] as const

/**
 * By how much the TSO's forecast of residual load falls short of 30 % and of 10 % of the usual load of the hour, MW; 0
 * where it does not, or where a part of it is missing.
 */
export function createSurplus(
  history: PreparedHistory,
): (day: number) => (cell: number) => readonly [number, number] {
  const { quantities } = history
  if (QUANTITIES.some((quantity) => isHidden(history, quantity))) return () => () => [0, 0]
  const residual = residualTable(byQuantity((quantity) => quantities[quantity].tso))
  const usualLoad = trailingMeans(quantities.load.tso, MONTH_WEEKS)
  return (day) => {
    const forecasts = residual.upTo(day)
    const usual = usualLoad.upTo(day - 1)
    return (cell) => {
      const shortfall = (share: number) => {
        const surplus = share * (usual[cell - HOURS_PER_DAY] ?? NaN) - (forecasts[cell] ?? NaN)
        return surplus > 0 ? surplus : 0
      }
      return [shortfall(SURPLUS_SHARES[0]), shortfall(SURPLUS_SHARES[1])]
    }
  }
}
