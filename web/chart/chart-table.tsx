import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react'
import { useMemo, useState } from 'react'

import './chart-table.css'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { describeZone } from '#web/chart/format/time-zone.ts'
import { formatExact } from '#web/chart/format/value-format.ts'

import { IconButton } from './icon-button.tsx'
import { tableColumns } from './table-columns.ts'
import { useCutAtRight } from './use-cut-at-right.ts'

const ROWS_A_PAGE = 168

export interface ChartTableProps {
  data: ChartData
  /** The accessible name. */
  label: string
  unit: string
  heightPx?: number
}

/** The figures behind a chart with every digit, one page at a time, so that a year of hours stays light. */
export function ChartTable({ data, label, unit, heightPx = 400 }: ChartTableProps) {
  const columns = useMemo(() => tableColumns(data), [data])
  const pageCount = Math.max(1, Math.ceil(data.timesS.length / ROWS_A_PAGE))
  const [chosenPage, setPage] = useState(0)
  const page = Math.min(chosenPage, pageCount - 1)
  const from = page * ROWS_A_PAGE
  const [scrollRef, isCut] = useCutAtRight<HTMLElement>()
  const times = data.timesS.slice(from, from + ROWS_A_PAGE)
  return (
    <div className="chart-table">
      <div className="chart-table-view" data-cut={isCut ? '' : undefined}>
        <section
          ref={scrollRef}
          className="chart-table-scroll"
          style={{ height: heightPx }}
          aria-label={label}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard
          tabIndex={0}
        >
          <table className="tabular">
            <caption className="sr-only">
              {label}, figures in {unit}
            </caption>
            <thead>
              <tr>
                <th scope="col">{timeHead(data.timesS)}</th>
                {columns.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((timeS, offset) => (
                <tr key={timeS}>
                  <th scope="row">{formatDayTime(timeS)}</th>
                  {columns.map(({ name, values }) => (
                    <td key={name}>{formatExact(values[from + offset] ?? null)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
      <nav className="chart-table-pages" aria-label="Pages of the table">
        <p aria-live="polite">
          {rowsShown(from, times.length, data.timesS.length)} · {unit}
          {isCut && ' · Scroll for more'}
        </p>
        {pageCount > 1 && <PageButtons page={page} pageCount={pageCount} onPage={setPage} />}
      </nav>
    </div>
  )
}

interface PageButtonsProps {
  page: number
  pageCount: number
  onPage: (page: number) => void
}

function PageButtons({ page, pageCount, onPage }: PageButtonsProps) {
  const last = pageCount - 1
  return (
    <div className="flex">
      <IconButton label="First page" isDisabled={page === 0} onClick={() => onPage(0)}>
        <ChevronFirst aria-hidden="true" />
      </IconButton>
      <IconButton label="Previous page" isDisabled={page === 0} onClick={() => onPage(page - 1)}>
        <ChevronLeft aria-hidden="true" />
      </IconButton>
      <IconButton label="Next page" isDisabled={page === last} onClick={() => onPage(page + 1)}>
        <ChevronRight aria-hidden="true" />
      </IconButton>
      <IconButton label="Last page" isDisabled={page === last} onClick={() => onPage(last)}>
        <ChevronLast aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** `Time (Europe/Berlin, CET)`. */
function timeHead(timesS: readonly number[]): string {
  const [first, last] = [timesS[0], timesS.at(-1)]
  return first === undefined || last === undefined ? 'Time' : `Time (${describeZone(first, last)})`
}

function rowsShown(from: number, count: number, total: number): string {
  const number = new Intl.NumberFormat('en-US')
  if (total === 0) return 'No rows'
  return `Rows ${number.format(from + 1)}–${number.format(from + count)} of ${number.format(total)}`
}
