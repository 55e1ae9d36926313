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
  const table = new Float64Array(days * size)
  const known: Float64Array[] = []
  return (day) => {
    const row = known[day]
    if (row !== undefined) return row
    const described = table.subarray(day * size, (day + 1) * size)
    describe(day, described)
    known[day] = described
    return described
  }
}
