import type { ChartData } from './chart-data.ts'

/**
 * The same data without what cannot be drawn: NaN and infinity count as missing. Columns that are clean, nearly
 * all, are passed on uncopied.
 */
export function finiteData({ timesS, curves }: ChartData): ChartData {
  return {
    timesS,
    curves: curves.map((curve) =>
      curve.values.every(isDrawable) ? curve : { ...curve, values: curve.values.map(drawable) },
    ),
  }
}

function isDrawable(value: number | null): boolean {
  return value === null || Number.isFinite(value)
}

function drawable(value: number | null): number | null {
  return isDrawable(value) ? value : null
}
