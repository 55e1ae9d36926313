import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { runName } from '#contract/query.ts'
import { PARTS_AND_RESIDUAL, QUANTITY_WORDS } from '#contract/row-tables.ts'
import { hasReplays } from '#contract/wall-time.ts'
import { readSeriesRows } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { ChartTable } from '#web/chart/chart-table.tsx'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { LineChart } from '#web/chart/line-chart.tsx'
import { PALETTE_SIZE } from '#web/chart/plot/palette.ts'
import { onShownDays } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore, useAsOf } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { areasOf, type GraphFilters } from '#web/dashboard/graphs/graph-card.ts'
import { daysOf } from '#web/dashboard/graphs/query-body.ts'
import { QUANTITY_COLOURS, SOURCE_LOOKS } from '#web/market/looks.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'

import { type CardForm, cardUnit, chartView, type GraphChartProps, Placeholder } from './chart-frame.tsx'

const KINDS = [
  { kind: 'actual', word: '', ...SOURCE_LOOKS.actual },
  { kind: 'tso', word: ', TSO forecast', ...SOURCE_LOOKS.tso },
  { kind: 'final', word: ', final forecast', ...SOURCE_LOOKS.final, widthPx: 4 },
] as const

const NO_PARTS: ChartData = { timesS: [], curves: [] }

/** Empty from another backend. Rejects with an `ApiError`. */
async function readParts(filters: GraphFilters, as_of: string | null, signal?: AbortSignal) {
  const [area, ...others] = areasOf(filters)
  if (area === undefined || others.length > 0) return NO_PARTS
  const asked = {
    area,
    kind: 'actual,tso,final',
    frequency: filters.timerange,
    ...daysOf(filters),
    as_of: as_of ?? filters.lookedAt,
  }
  let data = NO_PARTS
  // One by one: the server limits a user's simultaneous calls.
  for (const quantity of PARTS_AND_RESIDUAL) {
    const rows = (await readSeriesRows({ ...asked, quantity }, signal)) ?? []
    for (const { kind, word, ...look } of KINDS) {
      const own = rows.filter((row) => row.kind === kind)
      const values = own.map(({ power_mw }) => power_mw)
      if (values.every((value) => value === null)) continue
      const name = runName(QUANTITY_WORDS[quantity] + word, kind === 'final' && hasReplays(asked.as_of))
      // Its second round of dashes: a quantity's curves share its colour.
      const round = kind === 'final' ? PALETTE_SIZE : 0
      const curve = { name, ...look, colourIndex: QUANTITY_COLOURS[quantity] + round, values }
      data = {
        timesS: own.map(({ time_utc }) => Date.parse(time_utc) / 1000),
        curves: [...data.curves, curve],
      }
    }
  }
  return data
}

function PartsChart({ id, label, filters, view }: GraphChartProps) {
  const as_of = useAsOf()
  const query = useQuery({
    queryKey: ['parts', filters, as_of],
    queryFn: ({ signal }) => readParts(filters, as_of, signal),
  })
  const data = useMemo(() => onShownDays(query.data ?? NO_PARTS, view), [query.data, view])
  return (
    <Loaded subject="The chart of the parts" {...loadingOf(query)} className="h-[400px]">
      {data.curves.length === 0 ? (
        <Placeholder
          state="unpublished"
          title="No parts to show"
          text="Parts are those of one area, where its load, solar or wind is stored. Choose one area or other days, or go back to the curves."
        />
      ) : view.isTable ? (
        <ChartTable data={data} label={label} unit={cardUnit()} />
      ) : (
        <LineChart data={data} label={label} {...chartView(id, view)} />
      )}
    </Loaded>
  )
}

export const partsForm: CardForm = {
  Chart: PartsChart,
  // Requested again, so that the file contains current values.
  read: async ({ filters, view }) =>
    onShownDays(await readParts(filters, graphStore.state.getState().as_of), view),
}
