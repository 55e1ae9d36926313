import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'

/**
 * The size of a fleet by row, as known on the morning before: power that came over the power that one MW would have made, both
 * summed over the last `windowDays` known days. NaN while nothing is known. It lets a fleet grow.
 */
export function trackFleet(actual: DayTable, ofOneMw: DayTable, windowDays: number): DayTable {
  const sums = createDayTable(
    actual.days,
    (table, day) => {
      const values = actual.upTo(day)
      const units = ofOneMw.upTo(day)
      let came = 0
      let one = 0
      for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++) {
        const value = values[cell] ?? NaN
        const unit = units[cell] ?? NaN
        if (Number.isNaN(value + unit)) continue
        came += value
        one += unit
      }
      table[2 * day] = came
      table[2 * day + 1] = one
    },
    2,
  )
  const fill = (table: Float64Array, day: number) => {
    const known = sums.upTo(day - 2)
    let came = 0
    let one = 0
    for (let past = Math.max(0, day - 1 - windowDays); past <= day - 2; past++) {
      came += known[2 * past] ?? 0
      one += known[2 * past + 1] ?? 0
    }
    table[day] = came > 0 && one > 0 ? came / one : NaN
  }
  return createDayTable(actual.days, fill, 1)
}
