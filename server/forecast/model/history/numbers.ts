/*
 * Memory for the tables of a forecast. The tables of a job take 20 to 50 MB. Fresh memory costs the system about ten times as long as
 * memory that is written again, a seventh of a job in all, so jobs use the arrays of the job before.
 */

/** Arrays that nobody uses any more, by length. Null outside of `reuseNumbers`: there every array is new. */
let free: Map<number, Float64Array[]> | null = null
/** The arrays of the work that is going on, or of the last one. */
let taken: Float64Array[] = []

/** An array of equal numbers. Without a value they are any numbers, for a caller that writes each before it is read. */
export function createNumbers(length: number, value?: number): Float64Array {
  const numbers = free?.get(length)?.pop() ?? new Float64Array(length)
  if (value !== undefined) numbers.fill(value)
  if (free !== null) taken.push(numbers)
  return numbers
}

/**
 * Does a piece of work with the arrays of the work before, which nobody may read any more. What the work returns must not hold such
 * arrays either. Arrays that the work does not need are given up.
 */
export function reuseNumbers<Result>(work: () => Result): Result {
  free = new Map()
  for (const array of taken) {
    const alike = free.get(array.length) ?? []
    alike.push(array)
    free.set(array.length, alike)
  }
  taken = []
  try {
    return work()
  } finally {
    free = null
  }
}
