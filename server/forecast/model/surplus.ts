import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { MONTH_WEEKS, trailingMeans } from '#server/forecast/model/history/day-means.ts'
import {
  createDayTable,
  toDayTable,
  type DayTable,
  residualTable,
} from '#server/forecast/model/history/day-table.ts'
import { isHidden } from '#server/forecast/model/history/known-history.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { QUANTITIES } from '#server/series/series.ts'

/** Shares of the usual load below which residual load lets prices fall so far that sun and wind are switched off. */
const SURPLUS_SHARES = [0.3, 0.1] as const

/** Numbers by hour of a surplus. */
export const SURPLUS_WIDTH = SURPLUS_SHARES.length

/**
 * By how much the TSO's forecast of residual load falls short of 30 % and of 10 % of the usual load of the hour, MW, two numbers an
 * hour; 0 where it does not, or where a part of it is missing.
 */
export function createSurplus(history: PreparedHistory): DayTable {
  const { quantities, grid } = history
  const width = SURPLUS_WIDTH * HOURS_PER_DAY
  if (QUANTITIES.some((quantity) => isHidden(history, quantity)))
    return toDayTable(new Float64Array(grid.days * width), width)
  const residual = residualTable(byQuantity((quantity) => quantities[quantity].tso))
  const usualLoad = trailingMeans(quantities.load.tso, MONTH_WEEKS)
  return createDayTable(
    grid.days,
    (table, day) => {
      const forecasts = residual.upTo(day)
      const usual = usualLoad.upTo(day - 1)
      for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
        const cell = day * HOURS_PER_DAY + hour
        const usualMw = day === 0 ? NaN : (usual[cell - HOURS_PER_DAY] ?? NaN)
        for (let k = 0; k < SURPLUS_WIDTH; k++) {
          const surplus = (SURPLUS_SHARES[k] ?? NaN) * usualMw - (forecasts[cell] ?? NaN)
          table[SURPLUS_WIDTH * cell + k] = surplus > 0 ? surplus : 0
        }
      }
    },
    width,
  )
}

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
