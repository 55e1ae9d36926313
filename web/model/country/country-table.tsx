import { memo, useMemo } from 'react'

import { formatDifferenceMw, formatExactMw, formatMw } from '#contract/power-text.ts'
import { useIsOwnBackend } from '#web/api/settings.ts'
import { hourOfKey } from '#web/model/view/delivery-day.ts'
import { classNames } from '#web/ui/class-names.ts'

import { type CountryRow, equalColumnsWords } from './country-charts.ts'

interface Column {
  title: string
  of: (row: CountryRow) => number | null
  isDifference?: boolean
}

const SPECIFIED: readonly Column[] = [
  { title: 'TSO', of: ({ entry }) => entry.TSO },
  { title: 'Instance Today', of: ({ entry }) => entry.Instance_Today },
  { title: 'Instance Tomorrow', of: ({ entry }) => entry.Instance_Tomorrow },
  { title: 'Final Value', of: ({ entry }) => entry.Final_Value },
]
const PREVIOUS: Column = { title: 'Earlier run', of: ({ entry }) => entry.previous ?? null }
const ERROR: Column = {
  title: 'Error',
  of: ({ actual, entry: { Final_Value: final } }) =>
    actual === null || final === null ? null : final - actual,
  isDifference: true,
}
const ACTUAL: readonly Column[] = [{ title: 'Actual', of: ({ actual }) => actual }, ERROR]
const NOTE = 'Instance Tomorrow is the model forecast, Final Value the final forecast.'

// On a phone five columns of six digits need every pixel.
const CELL = 'px-0.5 text-right font-normal first:pl-0 min-[24rem]:px-2 sm:px-3'

/** The country's values by hour. The label of a row selects its hour. */
export function CountryTable(props: {
  /** Name of the country, for screen readers; the heading shows it. */
  name: string
  caption: string
  rows: readonly CountryRow[]
  currentKey: string
  onChoose: (key: string) => void
}) {
  const { rows } = props
  const columns = useMemo(
    () => [
      ...SPECIFIED,
      ...(rows.some(({ entry }) => entry.previous !== undefined) ? [PREVIOUS] : []),
      ...(rows.some(({ actual }) => actual !== null) ? ACTUAL : []),
    ],
    [rows],
  )
  // Another backend's values are shown as it sends them.
  const isOwn = useIsOwnBackend()
  const format = isOwn ? formatMw : formatExactMw
  return (
    <table
      className={classNames(
        'tabular w-full border-collapse text-sm max-sm:table-fixed max-[24rem]:text-xs',
        columns.length > SPECIFIED.length &&
          'max-sm:text-[0.6875rem] max-[24rem]:table-auto xl:text-xs [&_:is(td,th)]:max-sm:px-0.5 [&_:is(td,th)]:xl:px-2',
      )}
    >
      <caption className="pb-1 text-left text-ink-muted">
        <span className="sr-only">{props.name} </span>
        <span className="inline-block first-letter:uppercase">{props.caption}</span>
        {isOwn && (
          <span aria-hidden className="block text-xs">
            {[
              NOTE,
              equalColumnsWords(rows),
              columns.includes(ERROR) && 'Error above zero: the forecast was too high.',
            ]
              .filter(Boolean)
              .join(' ')}
          </span>
        )}
      </caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <td aria-label="Hour" className={`${CELL} max-sm:w-10`} />
          {columns.map(({ title }) => (
            <th key={title} scope="col" className={classNames(CELL, 'py-1.5 align-bottom leading-tight')}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <HourRow
            key={row.key}
            row={row}
            columns={columns}
            format={format}
            isCurrent={row.key === props.currentKey}
            onChoose={props.onChoose}
          />
        ))}
      </tbody>
    </table>
  )
}

const HourRow = memo(function HourRow(props: {
  row: CountryRow
  columns: readonly Column[]
  format: (megawatts: number | null) => string
  isCurrent: boolean
  onChoose: (key: string) => void
}) {
  const { key } = props.row
  const isHour = hourOfKey(key) !== null
  return (
    <tr
      onClick={() => props.onChoose(key)}
      className={classNames(
        'h-6 border-b border-line/60 last:border-0',
        isHour && 'cursor-pointer',
        props.isCurrent ? 'bg-accent-soft forced-colors:outline-2' : 'hover:bg-sunken',
      )}
    >
      <th scope="row" className={CELL}>
        <button
          type="button"
          aria-current={props.isCurrent ? 'time' : undefined}
          disabled={!isHour}
          className="min-h-6 rounded-control enabled:cursor-pointer px-1 font-medium text-ink"
        >
          {key}
        </button>
      </th>
      {props.columns.map(({ title, of, isDifference }) => (
        <td
          key={title}
          className={classNames(CELL, title === 'Final Value' ? 'font-semibold text-ink' : 'text-ink-muted')}
        >
          {(isDifference ? formatDifferenceMw : props.format)(of(props.row))}
        </td>
      ))}
    </tr>
  )
})
