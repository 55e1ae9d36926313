import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import { SURPLUS_WIDTH } from '#server/forecast/model/surplus.ts'

/**
 * Leaves the hours out of a power in which a surplus was expected: prices then fall so far that sun and wind are switched off, and
 * what was fed in does not tell what the weather would have made.
 */
export type LeaveOutSurplus = (power: DayTable) => DayTable

export function createSurplusFilter(surplus: DayTable): LeaveOutSurplus {
  return (power) =>
    createDayTable(power.days, (table, day) => {
      const values = power.upTo(day)
      const surpluses = surplus.upTo(day)
      for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
        if (surpluses[SURPLUS_WIDTH * cell] === 0) table[cell] = values[cell] ?? NaN
    })
}
