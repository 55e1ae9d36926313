import type { ByQuantity } from '#server/series/by-quantity.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { createDayTable, type DayTable } from './day-table.ts'

/** Residual load by local day and hour. */
export function residualTable(quantities: ByQuantity<DayTable>): DayTable {
  return createDayTable(quantities.load.days, (table, day) => {
    const load = quantities.load.upTo(day)
    const solar = quantities.solar.upTo(day)
    const wind = quantities.wind.upTo(day)
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = (load[cell] ?? NaN) - (solar[cell] ?? NaN) - (wind[cell] ?? NaN)
  })
}
