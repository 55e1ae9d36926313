import { lazy, memo, Suspense } from 'react'

import type { LineChartProps } from '#web/chart/line-chart.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { Skeleton } from '#web/ui/panel.tsx'

// The map needs neither. They are as large as the map and all its engine.
export const loadCharts = () => import('./country-plot.tsx')

const CountryPlot = lazy(async () => ({ default: (await loadCharts()).CountryPlot }))

/** Loads charts and exports before a user selects the first country. A failure shows when they are needed. */
export function prepareCharts(): void {
  loadCharts().catch(() => {})
}

/** A chart of MW whose script may still be on its way. With `fills` it is as high as what stands beside it, where that is higher. */
export const LaterChart = memo(function LaterChart({
  fills = false,
  ...props
}: Omit<LineChartProps, 'unit'> & { fills?: boolean }) {
  return (
    <ErrorBoundary subject="This chart" resetKey={props.data}>
      <div className={classNames('@container min-w-0', fills && 'chart-fills')}>
        <Suspense fallback={<Skeleton className="h-120 @max-[30rem]:h-138" />}>
          <CountryPlot {...props} unit="MW" />
        </Suspense>
      </div>
    </ErrorBoundary>
  )
})
