import { useMemo } from 'react'

import { FiguresTable } from '#web/chart/chart-table.tsx'
import { writeCsv } from '#web/chart/export/chart-csv.ts'
import { drawHeatImage } from '#web/chart/heat/draw-heat.ts'
import { columnDate, columnName, createHeatGrid, heatColumns, ROW_HEADS } from '#web/chart/heat/heat-grid.ts'
import { HeatMap } from '#web/chart/heat/heat-map.tsx'
import { pickCurve } from '#web/dashboard/graphs/chart-columns.ts'
import { graphStore } from '#web/dashboard/graphs/dashboard-graphs.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { zoneName } from '#web/zone/display-zone.ts'

import { type CardForm, cardUnit, type GraphChartProps, SYNC_KEY } from './chart-frame.tsx'

function HeatChart({ id, data: all, label, view }: GraphChartProps) {
  const data = useMemo(() => pickCurve(all, view.curve), [all, view.curve])
  const name = data.curves[0]?.name ?? ''
  return (
    <>
      {view.isTable ? (
        <HeatTable data={data} label={`${label}, ${name}`} />
      ) : (
        <HeatMap data={data} label={`${label}, ${name}`} unit={cardUnit()} syncKey={SYNC_KEY} />
      )}
      <Select
        className="mt-3 max-w-72 print:hidden"
        label="Curve"
        placeholder="Select a curve"
        value={name}
        options={all.curves.map((curve) => ({ value: curve.name, label: curve.name }))}
        onChange={(curve) => graphStore.updateView(id, { curve })}
      />
    </>
  )
}

function HeatTable({ data, label }: { data: ReturnType<typeof pickCurve>; label: string }) {
  const grid = useMemo(() => createHeatGrid(data.timesS), [data.timesS])
  const columns = useMemo(() => heatColumns(grid, data.curves[0]?.values ?? []), [grid, data.curves])
  return (
    <FiguresTable
      rowHead={ROW_HEADS[grid.cycle.kind]}
      rowCount={grid.columns.length}
      rowName={(row) => columnName(grid, row)}
      columns={columns}
      label={label}
      unit={cardUnit()}
    />
  )
}

export const heatForm: CardForm = {
  Chart: HeatChart,
  read: ({ data, view }) => pickCurve(data, view.curve),
  csv({ timesS, curves: [curve] }, _card, context) {
    const grid = createHeatGrid(timesS)
    return writeCsv(
      {
        rowHeads: [`${curve?.name ?? ''}: ${ROW_HEADS[grid.cycle.kind].toLowerCase()} (${zoneName()})`],
        rows: grid.columns.map((_, column) => [columnDate(grid, column)]),
        columns: heatColumns(grid, curve?.values ?? []),
      },
      context,
    )
  },
  image: (data, _card, frame) =>
    drawHeatImage({ ...frame, title: `${frame.title}, ${data.curves[0]?.name ?? ''}` }, data, frame.unit),
}
