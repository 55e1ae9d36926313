import { useMemo } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { remarkAt } from '#web/chart/data/remarks.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { describeZone } from '#web/chart/format/time-zone.ts'

import { FiguresTable } from './figures-table.tsx'
import { tableColumns } from './table-columns.ts'

export interface ChartTableProps {
  data: ChartData
  /** The accessible name. */
  label: string
  unit: string
  heightPx?: number
}

/** The figures behind a chart: a row per stamp and a column per curve. */
export function ChartTable({ data, label, unit, heightPx = 400 }: ChartTableProps) {
  const columns = useMemo(() => tableColumns(data), [data])
  const { timesS, remarks = [] } = data
  return (
    <FiguresTable
      rowHead={timeHead(data.timesS)}
      rowCount={data.timesS.length}
      rowName={(index) => formatDayTime(data.timesS[index] ?? 0)}
      columns={columns}
      {...(remarks.length > 0 && { remarkOf: (index) => remarkAt(remarks, timesS[index] ?? 0) })}
      label={label}
      unit={unit}
      heightPx={heightPx}
    />
  )
}

/** `Time (Europe/Berlin, CET)`. */
function timeHead(timesS: readonly number[]): string {
  const [first, last] = [timesS[0], timesS.at(-1)]
  return first === undefined || last === undefined ? 'Time' : `Time (${describeZone(first, last)})`
}
