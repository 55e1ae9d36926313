import { useMemo } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { ownTimeS } from '#web/chart/data/comparison.ts'
import { curveStatistics } from '#web/chart/data/curve-statistics.ts'
import { briefMoments, describeZone, yearsOf } from '#web/chart/format/time-format.ts'

import { FiguresTable } from './figures-table.tsx'
import { remarksByRow, type TableColumn, tableColumns } from './table-columns.ts'

export interface ChartTableProps {
  data: ChartData
  /** The accessible name. */
  label: string
  unit: string
}

/** The figures behind a chart: a row per stamp and a column per curve, and below them the extremes with their moments. */
export function ChartTable({ data, label, unit }: ChartTableProps) {
  const columns = useMemo(() => tableColumns(data), [data])
  const rowName = useMemo(() => briefMoments(data.timesS), [data.timesS])
  const feet = useMemo(() => extremesOf(data, columns), [data, columns])
  const { timesS } = data
  return (
    <FiguresTable
      rowHead={timeHead(timesS)}
      rowCount={timesS.length}
      rowName={(index) => rowName(timesS[index] ?? 0)}
      columns={columns}
      feet={feet}
      remarkOf={remarksByRow(data)}
      label={label}
      unit={unit}
    />
  )
}

function extremesOf({ timesS, curves, comparison }: ChartData, columns: readonly TableColumn[]) {
  const moment = briefMoments(timesS)
  const found = columns.map(({ values }) => curveStatistics(timesS, values, null))
  return (['min', 'max'] as const).map((extreme) => ({
    name: extreme === 'min' ? 'Minimum' : 'Maximum',
    cells: found.map((statistics, index) => {
      if (statistics === null) return null
      const timeS = ownTimeS(curves[index] ?? { style: 'solid' }, comparison, statistics[`${extreme}TimeS`])
      return { value: statistics[extreme], moment: moment(timeS) }
    }),
  }))
}

/** `Time (2026, Europe/Berlin, CET)`; the rows of more than a year have it themselves. */
function timeHead(timesS: readonly number[]): string {
  const [first, last] = [timesS[0], timesS.at(-1)]
  return first === undefined || last === undefined
    ? 'Time'
    : `Time (${yearsOf(timesS)}${describeZone(first, last)})`
}
