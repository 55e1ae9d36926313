import { HOURS_PER_DAY } from './day-grid.ts'

/** Numbers that describe the days of a history, or their hours, as they are known on the morning before. */
export interface DayFeatures {
  /** Numbers that describe a day or an hour. Those of an hour stand at (day × 24 + hour) × `width`. */
  width: number
  /** The table of all days, once it has the rows of a day. */
  tableWith(day: number): Float64Array
}

/**
 * Features are needed when a day is forecast, learned and forgotten. They are computed once, into one table of `days` rows of
 * `size` numbers. `describe` fills the row that begins at `start`, which is all zeros before.
 */
export function rememberDays(
  days: number,
  size: number,
  describe: (table: Float64Array, start: number, day: number) => void,
): (day: number) => Float64Array {
  const table = new Float64Array(days * size)
  const isDescribed = new Uint8Array(days)
  return (day) => {
    if (isDescribed[day] === 0) {
      describe(table, day * size, day)
      isDescribed[day] = 1
    }
    return table
  }
}

/** Gives the hours of a day whose row begins at `start` NaN as their first feature: they are not described. */
export function leaveOutHours(table: Float64Array, start: number, width: number): void {
  for (let hour = 0; hour < HOURS_PER_DAY; hour++) table[start + hour * width] = NaN
}
