import { useMemo } from 'react'

import { isGap } from '#web/api/data-days.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import { ErrorFigures } from '#web/chart/errors/error-figures.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { createErrorData } from '#web/dashboard/graphs/columns/error-columns.ts'
import { areasOf } from '#web/dashboard/graphs/store/graph-card.ts'

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
