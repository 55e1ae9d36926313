import type { ChartData } from './chart-data.ts'

/**
 * The same data with NaN and infinity replaced by `null`. Columns without them, which is nearly all, are not copied.
 */
export function finiteData(data: ChartData): ChartData {
  const { curves, band } = data
  return {
    ...data,
    curves: curves.map((curve) =>
      curve.values.every(isDrawable) ? curve : { ...curve, values: finite(curve.values) },
    ),
    ...(band !== undefined && { band: { ...band, low: finite(band.low), high: finite(band.high) } }),
  }
}

function finite(values: readonly (number | null)[]): readonly (number | null)[] {
  return values.every(isDrawable) ? values : values.map((value) => (isDrawable(value) ? value : null))
}

function isDrawable(value: number | null): boolean {
  return value === null || Number.isFinite(value)
}
