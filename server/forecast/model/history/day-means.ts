import { WEEK_DAYS } from '#contract/time.ts'

import { HOURS_PER_DAY } from './day-grid.ts'
import { createDayTable, type DayTable, perDay, rowOf, subtractTables } from './day-table.ts'

/** So that every weekday has the same weight. */
export const MONTH_WEEKS = 4
export const MONTH_DAYS = MONTH_WEEKS * WEEK_DAYS

/**
 * Mean by hour over the weeks that end with each row; NaN if all are missing. Summed from shared whole weeks, a
 * year also from months: a running sum would carry the rounding, and the knowledge, of all rows before it.
 */
export function trailingMeans(source: DayTable, weeks: number): DayTable {
  const { days, width } = source
  const all = weeks * WEEK_DAYS * width
  const week = WEEK_DAYS * width
  const month = Math.min(all, MONTH_DAYS * width)
  const createSums = () => ({
    sums: new Float64Array(days * width),
    counts: new Uint16Array(days * width),
  })
  const [ofWeeks, ofMonths] = [createSums(), all > month ? createSums() : null]
  const fill = (means: Float64Array, day: number) => {
    const table = source.upTo(day)
    for (let cell = day * width; cell < (day + 1) * width; cell++) {
      let sum = 0
      let count = 0
      for (let past = cell; past > cell - week && past >= 0; past -= width) {
        const value = table[past] ?? NaN
        if (Number.isNaN(value)) continue
        sum += value
        count++
      }
      ofWeeks.sums[cell] = sum
      ofWeeks.counts[cell] = count
      for (let past = cell - week; past > cell - month && past >= 0; past -= week) {
        sum += ofWeeks.sums[past] ?? 0
        count += ofWeeks.counts[past] ?? 0
      }
      if (ofMonths !== null) {
        ofMonths.sums[cell] = sum
        ofMonths.counts[cell] = count
        for (let past = cell - month; past > cell - all && past >= 0; past -= month) {
          sum += ofMonths.sums[past] ?? 0
          count += ofMonths.counts[past] ?? 0
        }
      }
      means[cell] = count === 0 ? NaN : sum / count
    }
  }
  return createDayTable(days, fill, width)
}

/** Values less the mean of the 28 days before. */
export function anomalies(source: DayTable): DayTable {
  return subtractTables(source, trailingMeans(source, MONTH_WEEKS), 1)
}

export function lessEarlier(source: DayTable, earlierDays: number): DayTable {
  return subtractTables(source, source, earlierDays)
}

/** Days so far with at least half of their hours. */
export function countDays(source: DayTable): DayTable {
  return perDay(source.days, (day, counts) => (counts[day - 1] ?? 0) + (isHalfKnown(source, day) ? 1 : 0))
}

export function isHalfKnown(source: DayTable, day: number): boolean {
  let known = 0
  for (const value of rowOf(source, day)) if (!Number.isNaN(value)) known++
  return known >= HOURS_PER_DAY / 2
}

export function zeroIfMissing(value: number | undefined): number {
  return value === undefined || Number.isNaN(value) ? 0 : value
}

/** Mean of the hours that have a value, `to` exclusive; 0 for none. */
export function meanOfHours(hours: Float64Array, from = 0, to = HOURS_PER_DAY): number {
  return meanOfLast(hours, Infinity, from, to)
}

/** The latest hours predict the rest of the day best. */
export const LATEST_HOURS = 3

/** Mean of the last `count` hours that have a value, `to` exclusive; 0 for none. */
export function meanOfLast(hours: Float64Array, count: number, from = 0, to = hours.length): number {
  let sum = 0
  let counted = 0
  for (let hour = Math.min(to, hours.length) - 1; hour >= from && counted < count; hour--) {
    const value = hours[hour] ?? NaN
    if (Number.isNaN(value)) continue
    sum += value
    counted++
  }
  return counted === 0 ? 0 : sum / counted
}

/** At the ends of a day, the hour itself replaces the neighbour. */
function fromNeighbours(
  source: DayTable,
  valueOf: (before: number, mw: number, after: number, isEnd: boolean) => number,
): DayTable {
  return createDayTable(source.days, (table, day) => {
    const values = source.upTo(day)
    const [first, last] = [day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY - 1]
    for (let cell = first; cell <= last; cell++) {
      const mw = values[cell] ?? NaN
      const before = cell === first ? mw : (values[cell - 1] ?? NaN)
      const after = cell === last ? mw : (values[cell + 1] ?? NaN)
      table[cell] = valueOf(before, mw, after, cell === first || cell === last)
    }
  })
}

/** MW per hour by central difference, one-sided at the ends of a day. */
export const slopes = (source: DayTable): DayTable =>
  fromNeighbours(source, (before, _, after, isEnd) => (after - before) / (isEnd ? 1 : 2))

/** Height above the mean of both neighbours, 0 at the ends of a day. */
export const curvatures = (source: DayTable): DayTable =>
  fromNeighbours(source, (before, mw, after, isEnd) => (isEnd ? 0 : mw - (before + after) / 2))
