import { useMemo } from 'react'

import { createDurationData, DurationFigures } from '#web/chart/duration/duration-figures.tsx'
import { FiguresTable } from '#web/chart/figures-table.tsx'
import { LineChart } from '#web/chart/line-chart.tsx'
import { tableColumns } from '#web/chart/table-columns.ts'
import { createChartData } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { stampWord } from '#web/dashboard/graphs/graph-text.ts'

import { type GraphChartProps, UNIT } from './chart-frame.ts'

/** The values of a card's curves from the highest to the lowest. */
export function DurationChart({ id, timesS, curves, label, filters, view }: GraphChartProps) {
  const { earlier, hasFinal } = view
  const word = stampWord(filters.timerange, { timesS, curves })
  const data = useMemo(
    () => createDurationData(createChartData({ timesS, curves }, filters, { earlier, hasFinal }), word),
    [timesS, curves, word, filters, earlier, hasFinal],
  )
  if (view.isTable) {
    return (
      <FiguresTable
        rowHead={`Reached or exceeded, ${word}`}
        rowCount={data.timesS.length}
        rowName={(row) => String(row + 1)}
        columns={tableColumns(data)}
        label={label}
        unit={UNIT}
      />
    )
  }
  return (
    <LineChart
      // A zoom is part of a span, as in the chart over time.
      key={`${filters.dateFrom} ${filters.dateTo}`}
      data={data}
      label={label}
      unit={UNIT}
      isCompact={view.width === 'half'}
      hidden={view.hiddenCurves}
      onHiddenChange={(hiddenCurves) => graphStore.updateView(id, { hiddenCurves })}
      Figures={DurationFigures}
    />
  )
}
