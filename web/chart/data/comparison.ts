import type { ChartData } from './chart-data.ts'

/** The two compared values at a stamp, as a reading shows them. */
export interface ComparedReading {
  /** Value − earlier value; `null` where either is missing. */
  difference: number | null
  /** Where the earlier value is from, epoch seconds. */
  earlierTimeS: number
}

/** `null` where nothing is compared, or a curve of the comparison is hidden. */
export function readComparison(
  { timesS, curves, comparison }: ChartData,
  hidden: readonly string[],
  index: number,
): ComparedReading | null {
  const timeS = timesS[index]
  if (comparison === undefined || timeS === undefined) return null
  const { name, earlierName } = comparison
  if (hidden.includes(name) || hidden.includes(earlierName)) return null
  const valueOf = (wanted: string) => curves.find((curve) => curve.name === wanted)?.values[index] ?? null
  const value = valueOf(name)
  const earlier = valueOf(earlierName)
  return {
    difference: value === null || earlier === null ? null : value - earlier,
    earlierTimeS: comparison.earlierTimeS(timeS),
  }
}
