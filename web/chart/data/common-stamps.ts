import type { ChartData, Curve } from './chart-data.ts'
import { indexFrom } from './moment-index.ts'
import { isOwnStamp } from './own-stamps.ts'
import type { TimeWindow } from './time-window.ts'

/** Which stamps of a window hold values. */
export interface CommonStamps {
  /** Stamps in the window. */
  total: number
  /** How many of them are covered, by curve. */
  counts: readonly number[]
  /** Indexes of the stamps at which every compared curve has a value. */
  common: readonly number[]
}

/** The indexes of the stamps inside a window (`null`: everything). */
export function stampsIn(timesS: readonly number[], window: TimeWindow | null): number[] {
  const from = window === null ? 0 : indexFrom(timesS, window.fromS)
  const to = window === null ? timesS.length : indexAfter(timesS, window.toS)
  return Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
}

/** How many of these stamps a curve covers: all but its gaps, and none where it has no value. */
export function countCovered(curve: Pick<Curve, 'values' | 'ownStamps'>, stamps: readonly number[]): number {
  const missing = stamps.filter((index) => (curve.values[index] ?? null) === null)
  if (missing.length === stamps.length) return 0
  return stamps.length - missing.filter((index) => isOwnStamp(curve, index)).length
}

/**
 * The stamps inside a window (`null`: everything) that all compared curves share. A curve without any value there does not
 * narrow them.
 */
export function findCommonStamps(
  { timesS, curves }: Pick<ChartData, 'timesS' | 'curves'>,
  isCompared: (curve: Curve) => boolean,
  window: TimeWindow | null,
): CommonStamps {
  const stamps = stampsIn(timesS, window)
  const counts = curves.map((curve) => countCovered(curve, stamps))
  const compared = curves.filter((curve, index) => (counts[index] ?? 0) > 0 && isCompared(curve))
  const common = stamps.filter((index) => compared.every(({ values }) => (values[index] ?? null) !== null))
  return { total: stamps.length, counts, common }
}

function indexAfter(timesS: readonly number[], timeS: number): number {
  const index = indexFrom(timesS, timeS)
  return timesS[index] === timeS ? index + 1 : index
}
