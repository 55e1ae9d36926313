import { type ComponentType, lazy, memo, Suspense } from 'react'

import type { GraphForm } from '#contract/dashboard-address.ts'
import type { ChartRow, GraphData, GraphFilters, GraphView } from '#web/dashboard/graphs/graph-card.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import { CurveChart } from './curve-chart.tsx'

export interface GraphChartProps extends GraphData {
  band: readonly ChartRow[]
  id: string
  label: string
  /** The filters that the rows answer. */
  filters: GraphFilters
  view: GraphView
}

/** Every form but the curves is loaded when it is first asked for. */
const CHARTS: Readonly<Record<GraphForm, ComponentType<GraphChartProps>>> = {
  curves: CurveChart,
  duration: lazy(async () => ({ default: (await import('./duration-chart.tsx')).DurationChart })),
  heat: lazy(async () => ({ default: (await import('./heat-chart.tsx')).HeatChart })),
  errors: lazy(async () => ({ default: (await import('./error-chart.tsx')).ErrorChart })),
}

/** The answer of a card in the form that the user has chosen, as a chart or as a table. */
export const GraphChart = memo(function GraphChart(props: GraphChartProps) {
  const Chart = CHARTS[props.view.form]
  return (
    <Suspense fallback={<Skeleton className="h-[400px]" />}>
      <Chart {...props} />
    </Suspense>
  )
})
