import type { ChartData } from './chart-data.ts'

/** The two compared values at a stamp, as a reading shows them. */
export interface ComparedReading {
  /** Whose value is compared. */
  name: string
  /** False where nothing was measured yet and a forecast stands in. */
  isMeasured: boolean
  /** Value − earlier value; `null` where either is missing. */
  difference: number | null
  /** Where the earlier value is from, epoch seconds. */
  earlierTimeS: number
}

/** `null` where nothing is compared, or where no curve, or not the earlier one, is shown. */
export function readComparison(
  { timesS, curves, comparison }: ChartData,
  hidden: readonly string[],
  index: number,
): ComparedReading | null {
  const timeS = timesS[index]
  if (comparison === undefined || timeS === undefined) return null
  const { earlierName } = comparison
  const names = comparison.names.filter((name) => !hidden.includes(name))
  if (names.length === 0 || hidden.includes(earlierName)) return null
  const valueOf = (wanted: string) => curves.find((curve) => curve.name === wanted)?.values[index] ?? null
  const name = names.find((candidate) => valueOf(candidate) !== null) ?? names[0] ?? ''
  const [value, earlier] = [valueOf(name), valueOf(earlierName)]
  return {
    name,
    isMeasured: name === comparison.names[0],
    difference: value === null || earlier === null ? null : value - earlier,
    earlierTimeS: comparison.earlierTimeS(timeS),
  }
}
