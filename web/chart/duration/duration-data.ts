import type { ChartData } from '#web/chart/data/chart-data.ts'

/**
 * The values of every curve from the highest to the lowest: at rank 100 stands the value that 100 stamps reach or exceed.
 * Each curve is sorted by itself and ends with its last value; missing values are not counted.
 * @param ranks what a stamp stands for: hours, days
 */
export function createDurationData({ curves }: ChartData, ranks: string): ChartData {
  const sorted = curves.map(({ values }) =>
    Float64Array.from(values.filter((value) => value !== null))
      .sort()
      .toReversed(),
  )
  const count = Math.max(0, ...sorted.map((values) => values.length))
  return {
    ranks,
    timesS: Array.from({ length: count }, (_, index) => index + 1),
    curves: curves.map((curve, position) => ({
      ...curve,
      values: Array.from({ length: count }, (_, index) => sorted[position]?.[index] ?? null),
    })),
  }
}
