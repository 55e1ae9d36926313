import { memo, useMemo } from 'react'

import { ChartTable } from '#web/chart/chart-table.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { createChartData } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import type { GraphData, GraphView } from '#web/dashboard/graphs/graph-card.ts'

const CHART_HEIGHT_PX = 400
const UNIT = 'MW'
/** Hovering one card shows the same moment on all others. */
const SYNC_KEY = 'dashboard'

/** The curves of a card, or their figures as a table. */
export const GraphChart = memo(function GraphChart(
  props: GraphData & { id: string; label: string; view: GraphView },
) {
  const { id, rows, curves, label, view } = props
  const data = useMemo(() => createChartData({ rows, curves }), [rows, curves])
  if (view.isTable) {
    return <ChartTable data={data} label={label} unit={UNIT} heightPx={CHART_HEIGHT_PX} />
  }
  return (
    <LineChart
      data={data}
      label={label}
      unit={UNIT}
      heightPx={CHART_HEIGHT_PX}
      syncKey={SYNC_KEY}
      hidden={view.hiddenCurves}
      onHiddenChange={(hiddenCurves) => graphStore.updateView(id, { hiddenCurves })}
      zoom={view.zoom}
      onZoomChange={(zoom) => graphStore.updateView(id, { zoom })}
    />
  )
})
