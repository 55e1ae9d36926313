import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { loadingOf } from '#web/api/recovery.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { curvesOfShownDays } from '#web/dashboard/graphs/columns/chart-columns.ts'
import { graphStore, useAsOf } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { partsQuery, readParts } from '#web/dashboard/graphs/query/query-body.ts'
import { areasOf, type GraphData } from '#web/dashboard/graphs/store/graph-card.ts'
import { Loaded } from '#web/ui/panel-state.tsx'

import { type CardForm, chartView, type GraphChartProps, type ShownCard, UNIT } from './chart-frame.ts'
import { Placeholder } from './chart-states.tsx'

/** Nothing from a foreign backend. */
const drawnParts = (parts: GraphData | null, view: ShownCard['view']): ChartData =>
  parts === null
    ? { timesS: [], curves: [] }
    : { timesS: parts.timesS, curves: curvesOfShownDays(parts, view) }

/** Load, solar and wind of a card's area, and the residual load that they leave: measured, of the TSO and final. */
function PartsChart({ id, label, filters, view }: GraphChartProps) {
  const query = useQuery(partsQuery(filters, useAsOf()))
  const { data: parts = null } = query
  const data = useMemo(() => drawnParts(parts, view), [parts, view])
  if (areasOf(filters).length > 1)
    return (
      <Placeholder
        state="empty"
        title="Parts are those of one area"
        text="Remove the other areas from the filters, or go back to the curves."
      />
    )
  return (
    <Loaded subject="The parts" {...loadingOf(query)} className="h-[400px]">
      {data.curves.length === 0 ? (
        <Placeholder
          state="unpublished"
          title="No parts in this range"
          text="Nothing is stored of load, solar and wind on these days. Choose other days, or go back to the curves."
        />
      ) : view.isTable ? (
        <ChartTable data={data} label={label} unit={UNIT} />
      ) : (
        <LineChart data={data} label={label} {...chartView(id, view)} />
      )}
    </Loaded>
  )
}

export const partsForm: CardForm = {
  Chart: PartsChart,
  // Requested again, so that the file has what is stored.
  read: async ({ filters, view }) =>
    drawnParts(await readParts(filters, graphStore.state.getState().asOf), view),
}
