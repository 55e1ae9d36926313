import { byQuantity } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { MONTH_WEEKS, trailingMeans } from './day-means.ts'
import { joinTables, residualTable, toDayTable } from './day-table.ts'
import type { DayTable } from './day-table.ts'
import type { PreparedHistory } from './prepared-history.ts'

/**
 * MW by which the TSO's residual load is below 30 % and 10 % of the usual load. Prices then fall so far that
 * plants switch off.
 */
export interface Surplus {
  below30: DayTable
  below10: DayTable
}

export function createSurplus({ quantities, grid, unpublished }: PreparedHistory): Surplus {
  if (unpublished.length > 0) {
    const none = toDayTable(new Float64Array(grid.days * HOURS_PER_DAY))
    return { below30: none, below10: none }
  }
  const residual = residualTable(byQuantity((quantity) => quantities[quantity].tso))
  const usualLoad = trailingMeans(quantities.load.tso, MONTH_WEEKS)
  const shortOf = (share: number) => (mw: number, usualMw: number) =>
    mw < share * usualMw ? share * usualMw - mw : 0
  return {
    below30: joinTables(residual, usualLoad, shortOf(0.3), 1),
    below10: joinTables(residual, usualLoad, shortOf(0.1), 1),
  }
}

/** Curtailed hours do not show what the weather allowed. */
export function leaveOutSurplus(power: DayTable, { below30 }: Surplus): DayTable {
  return joinTables(power, below30, (mw, surplusMw) => (surplusMw === 0 ? mw : NaN))
}
