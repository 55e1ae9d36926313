import type { ChartData } from './chart-data.ts'

/**
 * The same data without what cannot be drawn: NaN and infinity count as missing. Columns that are clean, nearly
 * all, are passed on uncopied.
 */
export function finiteData({ timesS, curves, band }: ChartData): ChartData {
  return {
    timesS,
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
