import { memo } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'

import { LaterChart } from './later-chart.tsx'

/** The curves of one country's day with a line at the selected hour. */
export const CountryChart = memo(function CountryChart(props: {
  data: ChartData
  name: string
  /** The selected hour, epoch seconds. */
  markS: number | null
  onMomentChange: (timeS: number | null) => void
}) {
  const { data, name, markS, onMomentChange } = props
  return (
    <ErrorBoundary subject="This chart" resetKey={data}>
      <LaterChart
        data={data}
        label={`Forecast for ${name}`}
        unit="MW"
        markS={markS}
        onMomentChange={onMomentChange}
      />
    </ErrorBoundary>
  )
})
