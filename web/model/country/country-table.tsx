import { formatDifferenceMw, formatExactMw, formatMw } from '#contract/words/power.ts'
import { isOwnBackend } from '#web/api/request.ts'
import { classNames } from '#web/ui/class-names.ts'
import { type FigureColumn, FigureTable } from '#web/ui/figure-table.tsx'

import { type CountryRow, equalColumnsWords, errorOf } from './country-charts.ts'

type CountryColumn = FigureColumn<CountryRow>

function figures(head: string, of: (row: CountryRow) => number | null, format = formatMw): CountryColumn {
  return {
    head,
    cellClass: () => (head === 'Final Value' ? 'font-semibold' : 'text-ink-muted'),
    renderCell: (row) => format(of(row)),
  }
}

export function CountryTable(props: {
  /** For screen readers; the heading shows it. */
  name: string
  caption: string
  rows: readonly CountryRow[]
  currentKey: string
  onChoose: (key: string) => void
}) {
  const { rows } = props
  // Values of another backend are shown unrounded.
  const isOwn = isOwnBackend()
  const format = isOwn ? formatMw : formatExactMw
  const isOver = rows.some(({ actual }) => actual !== null)
  const columns = [
    HOUR,
    figures('TSO', ({ entry }) => entry.TSO, format),
    figures('Instance Today', ({ entry }) => entry.Instance_Today, format),
    figures('Instance Tomorrow', ({ entry }) => entry.Instance_Tomorrow, format),
    figures('Final Value', ({ entry }) => entry.Final_Value, format),
    ...(rows.some(({ entry }) => entry.previous !== undefined)
      ? [figures('Earlier run', ({ entry }) => entry.previous ?? null, format)]
      : []),
    ...(isOver
      ? [figures('Actual', ({ actual }) => actual, format), figures('Error', errorOf, formatDifferenceMw)]
      : []),
  ]
  return (
    <FigureTable
      className={classNames(
        '@max-[36rem]:table-fixed @max-[36rem]:[&_:is(td,th)]:px-0.5',
        columns.length > 5 && 'text-xs @max-[28rem]:text-[0.6875rem] @max-[18.5rem]:table-auto',
      )}
      caption={
        <>
          <span className="sr-only">{props.name} </span>
          <span className="inline-block first-letter:uppercase">{props.caption}</span>
          {isOwn && (
            <span aria-hidden className="block text-xs">
              {[equalColumnsWords(rows), isOver && 'Error above zero: the forecast was too high.']
                .filter(Boolean)
                .join(' ')}
            </span>
          )}
        </>
      }
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      isChosen={({ key }) => key === props.currentKey}
      onPress={({ key }) => props.onChoose(key)}
      isDense
    />
  )
}

const HOUR: CountryColumn = {
  head: '',
  isRowHead: true,
  className: '@max-[36rem]:w-10',
  renderCell: ({ key }) => key,
}
