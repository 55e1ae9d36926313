import { WEEK_DAYS } from '#server/series/series.ts'

import { HOURS_PER_DAY } from './day-grid.ts'

/** What counts as the usual is the mean of a month: whole weeks, so that every weekday weighs the same. */
export const MONTH_WEEKS = 4
export const MONTH_DAYS = MONTH_WEEKS * WEEK_DAYS
const WEEK_CELLS = WEEK_DAYS * HOURS_PER_DAY

/**
 * Mean of a table over the weeks that end with each row, hour by hour, over what is there of them; NaN where nothing is. Summed
 * from whole weeks, which several cells share, but not on from cell to cell: a running sum would carry the rounding of everything
 * before it, and with it the future of a mended value.
 */
export function trailingMeans(table: Float64Array, weeks: number): Float64Array {
  const weekSums = new Float64Array(table.length)
  const weekCounts = new Float64Array(table.length)
  const means = new Float64Array(table.length)
  for (let cell = 0; cell < table.length; cell++) {
    let sum = 0
    let count = 0
    for (let past = cell; past > cell - WEEK_CELLS && past >= 0; past -= HOURS_PER_DAY) {
      const value = table[past] ?? NaN
      if (Number.isNaN(value)) continue
      sum += value
      count++
    }
    weekSums[cell] = sum
    weekCounts[cell] = count
    for (let past = cell - WEEK_CELLS; past > cell - weeks * WEEK_CELLS && past >= 0; past -= WEEK_CELLS) {
      sum += weekSums[past] ?? 0
      count += weekCounts[past] ?? 0
    }
    means[cell] = count === 0 ? NaN : sum / count
  }
  return means
}

/** Whether a value is missing among the cells `from` to `to`, not included. */
export function isAnyMissing(table: Float64Array, from: number, to: number): boolean {
  for (let cell = from; cell < to; cell++) if (Number.isNaN(table[cell] ?? NaN)) return true
  return false
}

/** 0 for a missing value: how a lag enters a regression. */
export function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}

/** Mean of the hours `from` to `to` (not included) of a day, a missing one as 0. */
export function meanOfHours(table: Float64Array, day: number, from: number, to: number): number {
  let sum = 0
  for (let hour = from; hour < to; hour++) sum += zeroIfMissing(table[day * HOURS_PER_DAY + hour])
  return to > from ? sum / (to - from) : 0
}

/** Change per hour by central difference, one-sided at the ends of a day. */
export function slopes(table: Float64Array): Float64Array {
  return table.map((value, cell) => {
    const hour = cell % HOURS_PER_DAY
    const isFirst = hour === 0
    const isLast = hour === HOURS_PER_DAY - 1
    const before = isFirst ? value : (table[cell - 1] ?? NaN)
    const after = isLast ? value : (table[cell + 1] ?? NaN)
    return (after - before) / (isFirst || isLast ? 1 : 2)
  })
}

/** Height over the mean of both neighbours, 0 at the ends of a day. */
export function curvatures(table: Float64Array): Float64Array {
  return table.map((value, cell) => {
    const hour = cell % HOURS_PER_DAY
    if (hour === 0 || hour === HOURS_PER_DAY - 1) return 0
    return value - ((table[cell - 1] ?? NaN) + (table[cell + 1] ?? NaN)) / 2
  })
}
