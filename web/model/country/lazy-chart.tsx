import { lazy, memo, Suspense } from 'react'

import { isOwnBackend } from '#web/api/request.ts'
import type { LineChartProps } from '#web/chart/line-chart.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Skeleton } from '#web/ui/panel.tsx'

// Separate, because charts and exports are as large as map and map engine together.
export const loadCharts = () => import('./country-plot.tsx')

const CountryPlot = lazy(async () => ({ default: (await loadCharts()).CountryPlot }))

/** Call it before a user selects the first country. A failure shows when charts are needed. */
export function prepareCharts(): void {
  loadCharts().catch(() => {})
}

export const LazyChart = memo(function LazyChart(props: Omit<LineChartProps, 'unit'>) {
  const isOwn = isOwnBackend()
  return (
    <ErrorBoundary subject="This chart" resetKey={props.data}>
      <div className="@container min-w-0">
        <Suspense fallback={<Skeleton className={`box-content pt-102 ${props.figuresSpace}`} />}>
          <CountryPlot {...props} unit={isOwn ? 'MW' : ''} />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
})
