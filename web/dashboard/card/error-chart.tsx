import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { areaLabel } from '#contract/areas.ts'
import { COUNTRIES } from '#contract/countries.ts'
import { MAX_ERROR_DAYS } from '#contract/day-errors.ts'
import { isGap } from '#web/api/data-days.ts'
import { dayErrorsQuery } from '#web/api/forecasts.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { ErrorFigures } from '#web/chart/errors/error-figures.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { createErrorData } from '#web/dashboard/graphs/columns/error-columns.ts'
import { daysOf, QUANTITY_OF } from '#web/dashboard/graphs/query/query-body.ts'
import { areasOf, type GraphFilters } from '#web/dashboard/graphs/store/graph-card.ts'
import { WorstDays } from '#web/ui/worst-days.tsx'

import { chartView, type GraphChartProps, UNIT } from './chart-frame.ts'
import { Placeholder } from './chart-states.tsx'

/** How far off the forecasts of a card were, over time and in figures. */
export function ErrorChart({ id, timesS, curves, marks, label, filters, view }: GraphChartProps) {
  const { earlier, hasFinal } = view
  const data = useMemo(
    () => createErrorData({ timesS, curves, marks }, filters, { earlier, hasFinal }),
    [timesS, curves, marks, filters, earlier, hasFinal],
  )
  if (data.curves.every(({ values }) => values.every((value) => value === null))) {
    if (areasOf(filters).length > 1) {
      return (
        <Placeholder
          state="empty"
          title="Forecast errors need a single area"
          text="Remove the other areas in the filters, or go back to the curves."
        />
      )
    }
    return (
      <Placeholder
        state="empty"
        title="No errors in this range"
        text={`An error needs a forecast and an actual value at the same time. ${marks.every(isGap) ? '' : 'The days named below are left out. '}Choose days in the past, or go back to the curves.`}
      />
    )
  }
  if (view.isTable) {
    return <ChartTable data={data} label={label} unit={UNIT} />
  }
  return <LineChart data={data} label={label} {...chartView(id, view)} Figures={ErrorFigures} />
}

/** The days of a card on which the final forecast of its area was worst; nothing where no run covers them. */
export function CardWorstDays({ filters }: { filters: GraphFilters }) {
  const { area, energyType } = filters
  const days = daysOf(filters, MAX_ERROR_DAYS)
  const { data = null } = useQuery(dayErrorsQuery(days && { area, ...days }))
  if (data === null || data.length === 0) return null
  const country = COUNTRIES.find((known) => known.area === area)?.code
  return (
    <div className="mt-4">
      <WorstDays
        rows={data}
        by={QUANTITY_OF[energyType]}
        caption={`${areaLabel(area)}: errors of the final forecast by day, MW${energyType === 'Residual Load' ? ', and the MAE of each part' : ''}. A bias above zero: the forecast was too high.`}
        hrefOf={(day) => (country === undefined ? null : `/model?day=${day}&country=${country}`)}
      />
    </div>
  )
}
