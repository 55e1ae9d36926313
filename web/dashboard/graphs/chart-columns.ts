import type { ChartData } from '#web/chart/data/chart-data.ts'

import type { GraphData } from './graph-card.ts'

/** Turns rows into the columns that a chart draws. */
export function createChartData({ rows, curves }: GraphData): ChartData {
  return {
    timesS: rows.map(({ timestamp }) => timestamp / 1000),
    curves: curves.map((curve, index) => ({
      ...curve,
      values: rows.map(({ values }) => values[index] ?? null),
    })),
  }
}
