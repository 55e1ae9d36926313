import type { ChartData } from '#web/chart/data/chart-data.ts'
import { QUANTITY_COLOURS } from '#web/ui/quantity-colours.ts'

import type { GraphData } from './graph-card.ts'

/** Turns rows into the columns that a chart draws. */
export function createChartData({ rows, curves }: GraphData): ChartData {
  const actual = curves.find(
    ({ style, colourIndex }) => style === 'solid' && colourIndex === QUANTITY_COLOURS.actual,
  )
  return {
    ...(actual !== undefined && curves.some(({ style }) => style === 'dashed') && { reference: actual.name }),
    timesS: rows.map(({ timestamp }) => timestamp / 1000),
    curves: curves.map((curve, index) => ({
      ...curve,
      values: rows.map(({ values }) => values[index] ?? null),
    })),
  }
}
