import { createNumbers } from './numbers.ts'

/** Numbers that describe a day, as they are known on the morning before it. */
export interface DayFeatures {
  width: number
  ofDay(day: number): Float64Array
}

/**
 * Features are needed when a day is forecast, learned and forgotten. They are computed once, into one table of `days` rows of
 * `size` numbers. `describe` fills the row of a day, which is all zeros before.
 */
export function rememberDays(
  days: number,
  size: number,
  describe: (day: number, row: Float64Array) => void,
): (day: number) => Float64Array {
  const table = createNumbers(days * size, 0)
  // As long as it will be from the start: the engine keeps an array that begins late as a slow map.
  const known = Array.from({ length: days }, (): Float64Array | null => null)
  return (day) => {
    const row = known[day]
    if (row) return row
    const described = table.subarray(day * size, (day + 1) * size)
    describe(day, described)
    known[day] = described
    return described
  }
}
