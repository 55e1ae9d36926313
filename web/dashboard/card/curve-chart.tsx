import { useMemo } from 'react'

import { ChartTable } from '#web/chart/chart-table.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { createChartData } from '#web/dashboard/graphs/columns/chart-columns.ts'

import { CHART_HEIGHT_PX, chartView, UNIT } from './chart-frame.ts'
import type { GraphChartProps } from './chart-frame.ts'

/** The curves of a card, or their figures as a table. */
export function CurveChart({ id, timesS, curves, band, label, filters, view }: GraphChartProps) {
  const { area, compareWith } = filters
  const { earlier, hasBand } = view
  const data = useMemo(
    () => createChartData({ timesS, curves, band }, { area, compareWith }, { earlier, hasBand }),
    [timesS, curves, band, area, compareWith, earlier, hasBand],
  )
  if (view.isTable) {
    return <ChartTable data={data} label={label} unit={UNIT} heightPx={CHART_HEIGHT_PX} />
  }
  return <LineChart data={data} label={label} {...chartView(id, view)} />
}
