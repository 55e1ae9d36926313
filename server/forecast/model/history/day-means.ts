import { WEEK_DAYS } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { createDayTable, type DayTable } from './day-table.ts'
import { createNumbers } from './numbers.ts'

/** The usual value is the mean of a month in whole weeks, so that every weekday has the same weight. */
export const MONTH_WEEKS = 4
export const MONTH_DAYS = MONTH_WEEKS * WEEK_DAYS
const WEEK_CELLS = WEEK_DAYS * HOURS_PER_DAY

/**
 * Mean of a table over the weeks that end with each row, hour by hour, over the values that are not missing; NaN where all are.
 * Summed from whole weeks, which several rows share, but never on from row to row: a running sum would carry the rounding of all
 * rows before it, and with it what was known of them when they were added.
 */
export function trailingMeans(source: DayTable, weeks: number): DayTable {
  const { days } = source
  const weekSums = createNumbers(days * HOURS_PER_DAY, 0)
  const weekCounts = createNumbers(days * HOURS_PER_DAY, 0)
  let hasBegun = false
  return createDayTable(days, (means, day) => {
    const table = source.upTo(day)
    hasBegun ||= !isDayMissing(table, day)
    if (!hasBegun) return
    const start = day * HOURS_PER_DAY
    const oldest = Math.max(0, start - WEEK_CELLS + HOURS_PER_DAY)
    for (let cell = start; cell < start + HOURS_PER_DAY; cell++) {
      let sum = 0
      let count = (start - oldest) / HOURS_PER_DAY + 1
      for (let past = cell; past >= oldest; past -= HOURS_PER_DAY) sum += table[past] ?? NaN
      // Most weeks are whole. Only the others are looked at value by value.
      if (Number.isNaN(sum)) {
        sum = 0
        count = 0
        for (let past = cell; past >= oldest; past -= HOURS_PER_DAY) {
          const value = table[past] ?? NaN
          if (Number.isNaN(value)) continue
          sum += value
          count++
        }
      }
      weekSums[cell] = sum
      weekCounts[cell] = count
      for (let past = cell - WEEK_CELLS; past > cell - weeks * WEEK_CELLS && past >= 0; past -= WEEK_CELLS) {
        sum += weekSums[past] ?? 0
        count += weekCounts[past] ?? 0
      }
      means[cell] = count === 0 ? NaN : sum / count
    }
  })
}

/** A table less its mean of the 28 days before. */
export function anomalies(source: DayTable): DayTable {
  const means = trailingMeans(source, MONTH_WEEKS)
  return createDayTable(source.days, (table, day) => {
    const values = source.upTo(day)
    const usual = means.upTo(day - 1)
    if (day === 0 || isDayMissing(values, day)) return
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      table[cell] = (values[cell] ?? NaN) - (usual[cell - HOURS_PER_DAY] ?? NaN)
  })
}

/** Days up to each row on which at least half of the hours have a value; one number per row. */
export function countDays(source: DayTable): DayTable {
  const fill = (counts: Float64Array, day: number) => {
    const table = source.upTo(day)
    let hours = 0
    for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
      if (!Number.isNaN(table[cell])) hours++
    counts[day] = (counts[day - 1] ?? 0) + (hours >= HOURS_PER_DAY / 2 ? 1 : 0)
  }
  return createDayTable(source.days, fill, 1)
}

/** Whether a value is missing among the cells `from` to `to`, not included. */
export function isAnyMissing(table: Float64Array, from: number, to: number): boolean {
  for (let cell = from; cell < to; cell++) if (Number.isNaN(table[cell] ?? NaN)) return true
  return false
}

/** Whether all hours of a day are missing. */
export function isDayMissing(table: Float64Array, day: number): boolean {
  for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
    if (!Number.isNaN(table[cell] ?? NaN)) return false
  return true
}

/** 0 for a missing value: how a lag enters a regression. */
export function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}

/** The same of a cell of a table; 0 before its first. */
export function valueOrZero(table: Float64Array, cell: number): number {
  const value = cell < 0 ? NaN : (table[cell] ?? NaN)
  return Number.isNaN(value) ? 0 : value
}

/** Mean of the hours `from` to `to` (not included) of a day, a missing one as 0. */
export function meanOfHours(table: Float64Array, day: number, from: number, to: number): number {
  let sum = 0
  for (let hour = from; hour < to; hour++) sum += valueOrZero(table, day * HOURS_PER_DAY + hour)
  return to > from ? sum / (to - from) : 0
}

/** Change per hour by central difference, one-sided at the ends of a day. */
export function slopes(source: DayTable): DayTable {
  return createDayTable(source.days, (table, day) => {
    const values = source.upTo(day)
    const first = day * HOURS_PER_DAY
    const last = first + HOURS_PER_DAY - 1
    for (let cell = first; cell <= last; cell++) {
      const before = values[Math.max(first, cell - 1)] ?? NaN
      const after = values[Math.min(last, cell + 1)] ?? NaN
      table[cell] = (after - before) / (cell === first || cell === last ? 1 : 2)
    }
  })
}

/** Height over the mean of both neighbours, 0 at the ends of a day. */
export function curvatures(source: DayTable): DayTable {
  return createDayTable(source.days, (table, day) => {
    const values = source.upTo(day)
    const first = day * HOURS_PER_DAY
    const last = first + HOURS_PER_DAY - 1
    table[first] = 0
    table[last] = 0
    for (let cell = first + 1; cell < last; cell++)
      table[cell] = (values[cell] ?? NaN) - ((values[cell - 1] ?? NaN) + (values[cell + 1] ?? NaN)) / 2
  })
}
