import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'

import './chart-table.css'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { ownTimeS } from '#web/chart/data/comparison.ts'
import { curveStatistics } from '#web/chart/data/time-window.ts'
import { briefMoments, yearsOf } from '#web/chart/format/time-format.ts'
import { figuresIn, formatCount, formatExact } from '#web/chart/format/value-format.ts'
import { describeZone } from '#web/zone/display-zone.ts'

import { ChartButton } from './chart-toolbar.tsx'
import { remarksByRow, type TableColumn, tableColumns } from './table-columns.ts'

export function ChartTable({ data, label, unit }: { data: ChartData; label: string; unit: string }) {
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

/** `Time (2026, Europe/Berlin, CET)`; in a long range each row has its year instead. */
function timeHead(timesS: readonly number[]): string {
  const [first, last] = [timesS[0], timesS.at(-1)]
  return first === undefined || last === undefined
    ? 'Time'
    : `Time (${yearsOf(timesS)}${describeZone(first, last)})`
}

const ROWS_A_PAGE = 168

/** Stays in sight below the other rows. */
interface Foot {
  name: string
  cells: readonly ({ value: number; moment: string } | null)[]
}

/** Paged, because a year of hours is slow to render. */
export function FiguresTable(props: {
  rowHead: string
  rowCount: number
  rowName: (index: number) => string
  columns: readonly TableColumn[]
  feet?: readonly Foot[]
  remarkOf?: ((row: number) => string | null) | undefined
  label: string
  unit: string
}) {
  const { rowHead, rowCount, rowName, columns, feet = [], remarkOf, label, unit } = props
  const pageCount = Math.max(1, Math.ceil(rowCount / ROWS_A_PAGE))
  const [chosenPage, setPage] = useState(0)
  const page = Math.min(chosenPage, pageCount - 1)
  const from = page * ROWS_A_PAGE
  const shown = Math.min(ROWS_A_PAGE, rowCount - from)
  return (
    <div className="chart-table">
      <section
        className="chart-table-scroll overflow-x-auto"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
        tabIndex={0}
      >
        <table className="tabular">
          <caption className="sr-only">
            {label}, {figuresIn(unit)}
          </caption>
          <thead>
            <tr>
              <th scope="col">{rowHead}</th>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {remarkOf !== undefined && <th scope="col">Remark</th>}
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: shown }, (_, offset) => from + offset).map((index) => (
              <tr key={index}>
                <th scope="row">{rowName(index)}</th>
                {columns.map(({ name, values, decimals }) => (
                  <td key={name}>{formatExact(values[index] ?? null, decimals)}</td>
                ))}
                {remarkOf !== undefined && <td>{remarkOf(index)}</td>}
              </tr>
            ))}
          </tbody>
          {feet.length > 0 && <Feet feet={feet} columns={columns} hasRemarks={remarkOf !== undefined} />}
        </table>
      </section>
      <nav
        className="flex min-h-9 flex-wrap items-center justify-between pt-1 text-xs text-ink-muted"
        aria-label="Pages of the table"
      >
        <p aria-live="polite">
          {rowsShown(from, shown, rowCount)}
          {unit !== '' && ` · ${unit}`}
        </p>
        {pageCount > 1 && <PageButtons page={page} pageCount={pageCount} onPage={setPage} />}
      </nav>
    </div>
  )
}

function Feet(props: { feet: readonly Foot[]; columns: readonly TableColumn[]; hasRemarks: boolean }) {
  return (
    <tfoot>
      {props.feet.map(({ name, cells }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          {props.columns.map((column, index) => (
            <td key={column.name}>
              {formatExact(cells[index]?.value ?? null, column.decimals)}
              <br />
              {cells[index]?.moment}
            </td>
          ))}
          {props.hasRemarks && <td>–</td>}
        </tr>
      ))}
    </tfoot>
  )
}

function PageButtons(props: { page: number; pageCount: number; onPage: (page: number) => void }) {
  const { page, pageCount, onPage } = props
  const last = pageCount - 1
  return (
    <div className="flex">
      {[
        { label: 'First page', to: 0, Icon: ChevronFirst },
        { label: 'Previous page', to: Math.max(page - 1, 0), Icon: ChevronLeft },
        { label: 'Next page', to: Math.min(page + 1, last), Icon: ChevronRight },
        { label: 'Last page', to: last, Icon: ChevronLast },
      ].map(({ label, to, Icon }) => (
        <ChartButton key={label} label={label} isDisabled={to === page} onClick={() => onPage(to)}>
          <Icon aria-hidden="true" />
        </ChartButton>
      ))}
    </div>
  )
}

function rowsShown(from: number, count: number, total: number): string {
  if (total === 0) return 'No rows'
  return `Rows ${formatCount(from + 1)}–${formatCount(from + count)} of ${formatCount(total)}`
}
