import type { ChartData, Curve } from './chart-data.ts'
import { indexFrom } from './moment-index.ts'
import type { TimeWindow } from './time-window.ts'

/** Which stamps of a window hold values. */
export interface CommonStamps {
  /** Stamps in the window. */
  total: number
  /** How many of them have a value, by curve. */
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

/** How many of these stamps have a value. */
export function countValues(values: Curve['values'], stamps: readonly number[]): number {
  return stamps.reduce((count, index) => ((values[index] ?? null) === null ? count : count + 1), 0)
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
  const counts = curves.map(({ values }) => countValues(values, stamps))
  const compared = curves.filter((curve, index) => (counts[index] ?? 0) > 0 && isCompared(curve))
  const common = stamps.filter((index) => compared.every(({ values }) => (values[index] ?? null) !== null))
  return { total: stamps.length, counts, common }
}

function indexAfter(timesS: readonly number[], timeS: number): number {
  const index = indexFrom(timesS, timeS)
  return timesS[index] === timeS ? index + 1 : index
}
