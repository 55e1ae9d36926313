import { type ComponentType, lazy, memo, Suspense } from 'react'

import type { GraphForm } from '#contract/dashboard-address.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

import type { GraphChartProps } from './chart-frame.ts'
import { CurveChart } from './curve-chart.tsx'

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
