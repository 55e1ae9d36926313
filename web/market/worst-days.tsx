import { useState } from 'react'
import { Link } from 'react-router'

import { type DayErrorRow, PARTS, QUANTITY_WORDS } from '#contract/row-tables.ts'
import { shortDay } from '#contract/words/days.ts'
import { formatDifferenceMw, formatMw } from '#contract/words/power.ts'
import { type FigureColumn, FigureTable } from '#web/ui/figure-table.tsx'

const SHOWN = 5
const FIGURES = ['mae_mw', 'bias_mw'] as const

interface WorstDaysProps {
  rows: readonly DayErrorRow[]
  /** Quantity whose error sorts the days. */
  by: 'residual' | 'solar' | 'wind'
  /** Label of an uploaded forecast; default: the final forecast. */
  forecast?: string | null
  /** Area and period. */
  subject: string
  /** Its model page is linked. */
  country: string | null
  /** Instant whose knowledge the link shows. */
  as_of: string | null
}

const errorsOf = (by: WorstDaysProps['by']) =>
  by === 'residual' ? FIGURES : ([`${by}_mae_mw`, `${by}_bias_mw`] as const)

export function WorstDays(props: WorstDaysProps) {
  const { by } = props
  const [isWhole, setWhole] = useState(false)
  const [mae] = errorsOf(by)
  const sorted = props.rows.toSorted((a, b) => (b[mae] ?? 0) - (a[mae] ?? 0))
  return (
    <div className="@container overflow-x-auto">
      <FigureTable
        className="whitespace-nowrap @max-md:text-xs @max-[20rem]:text-[0.6875rem]"
        caption={
          <>
            {props.subject}: errors of {props.forecast ?? 'the final forecast'} by day, MW
            {by === 'residual' && ', and the MAE of each part'}. A bias above zero: the forecast was too high.
          </>
        }
        columns={columnsOf(props)}
        rows={sorted.slice(0, isWhole ? undefined : SHOWN)}
        keyOf={({ day }) => day}
      />
      {sorted.length > SHOWN && (
        <button
          type="button"
          className="min-h-7 cursor-pointer text-sm text-accent-strong hover:underline print:hidden"
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? `Show the worst ${SHOWN}` : `Show all ${sorted.length} days`}
        </button>
      )}
    </div>
  )
}

function columnsOf({ by, country, as_of }: WorstDaysProps): readonly FigureColumn<DayErrorRow>[] {
  const parts = by === 'residual' ? PARTS : []
  const [mae, bias] = errorsOf(by)
  const known = (row: DayErrorRow) =>
    [by === 'residual' && row.worst_part && `largest part: ${row.worst_part}`, row.known]
      .filter(Boolean)
      .join('; ')
  return [
    {
      head: 'Worst days',
      isRowHead: true,
      renderCell: (row) => (
        <>
          {country === null ? (
            shortDay(row.day)
          ) : (
            <Link
              to={`/model?day=${row.day}&country=${country}${as_of === null ? '' : `&as_of=${as_of}`}`}
              className="inline-block leading-6 text-accent-strong hover:underline"
            >
              {shortDay(row.day)}
            </Link>
          )}
          <span className="block font-normal whitespace-normal text-ink-muted @lg:hidden">{known(row)}</span>
        </>
      ),
    },
    { head: 'MAE', renderCell: (row) => formatMw(row[mae]) },
    { head: 'Bias', renderCell: (row) => formatDifferenceMw(row[bias]) },
    ...parts.map((part) => ({
      head: QUANTITY_WORDS[part],
      cellClass: (row: DayErrorRow) => (part === row.worst_part ? 'font-semibold' : 'text-ink-muted'),
      renderCell: (row: DayErrorRow) => formatMw(row[`${part}_mae_mw`]),
    })),
    {
      head: 'Known of the day',
      isText: true,
      className: 'whitespace-normal @max-lg:hidden',
      cellClass: () => 'text-ink-muted',
      renderCell: known,
    },
  ]
}
