import { byQuantity, type ByQuantity } from '#server/series/by-quantity.ts'
import { residualLoad } from '#server/series/residual-load.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { createDayTable, type DayTable } from './day-table.ts'

/** Residual load by local day and hour. */
export function residualTable(quantities: ByQuantity<DayTable>): DayTable {
  return createDayTable(quantities.load.days, (table, day) => {
    const start = day * HOURS_PER_DAY
    const hoursOf = (source: DayTable) => source.upTo(day).subarray(start, start + HOURS_PER_DAY)
    table.set(residualLoad(byQuantity((quantity) => hoursOf(quantities[quantity]))), start)
  })
}
