import { memo } from 'react'

import type { ForecastEntry } from '#contract/forecast.ts'
import { useIsOwnBackend } from '#web/api/settings.ts'
import { hourOfKey } from '#web/model/view/playback.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatDifferenceMw, formatExactMw, formatMw } from '#web/ui/power-format.ts'

import { type CountryRow, equalColumnsWords } from './country-charts.ts'

const COLUMNS: readonly { field: keyof ForecastEntry | 'previous'; title: string }[] = [
  { field: 'TSO', title: 'TSO' },
  { field: 'Instance_Today', title: 'Instance Today' },
  { field: 'Instance_Tomorrow', title: 'Instance Tomorrow' },
  { field: 'Final_Value', title: 'Final Value' },
]
const WITH_PREVIOUS: typeof COLUMNS = [...COLUMNS, { field: 'previous', title: 'Earlier run' }]
const NOTE = 'Instance Tomorrow is the model forecast, Final Value the final forecast.'

// On a phone five columns of six digits need every pixel.
const CELL = 'px-0.5 text-right font-normal first:pl-0 min-[24rem]:px-2 sm:px-3'

/** The country's values by hour. The label of a row selects its hour. */
export function CountryTable(props: {
  /** Of the country: its heading has it for those who see. */
  name: string
  caption: string
  rows: readonly CountryRow[]
  /** The actual values of a day that has any, by key. */
  actuals: ReadonlyMap<string, number>
  /** Key of the selected hour. */
  currentKey: string
  onChoose: (key: string) => void
}) {
  const hasPrevious = props.rows.some(({ entry }) => entry.previous !== undefined)
  const columns = hasPrevious ? WITH_PREVIOUS : COLUMNS
  const hasActual = props.actuals.size > 0
  // Another backend's values are shown as it sends them.
  const isOwn = useIsOwnBackend()
  const format = isOwn ? formatMw : formatExactMw
  return (
    <table
      className={classNames(
        'tabular w-full border-collapse text-sm max-[24rem]:text-xs',
        (hasPrevious || hasActual) &&
          'max-sm:text-[0.6875rem] xl:text-xs [&_:is(td,th)]:max-sm:px-0.5 [&_:is(td,th)]:xl:px-2',
      )}
    >
      <caption className="pb-1 text-left text-ink-muted">
        <span className="sr-only">{props.name} </span>
        <span className="inline-block first-letter:uppercase">{props.caption}</span>
        {isOwn && (
          <span aria-hidden className="block text-xs">
            {[NOTE, equalColumnsWords(props.rows)].join(' ')}
          </span>
        )}
      </caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <td aria-label="Hour" className={CELL} />
          {columns.map(({ field, title }) => (
            <th key={field} scope="col" className={classNames(CELL, 'py-1.5 align-bottom leading-tight')}>
              {title}
            </th>
          ))}
          {hasActual &&
            ['Actual', 'Error'].map((title) => (
              <th key={title} scope="col" className={classNames(CELL, 'py-1.5 align-bottom leading-tight')}>
                {title}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <HourRow
            key={row.key}
            row={row}
            actual={hasActual ? (props.actuals.get(row.key) ?? null) : undefined}
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
  /** Null where the hour has no value yet; undefined where no hour has one. */
  actual: number | null | undefined
  columns: typeof COLUMNS
  format: (megawatts: number | null) => string
  isCurrent: boolean
  onChoose: (key: string) => void
}) {
  const { actual } = props
  const { key, entry } = props.row
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
      {props.columns.map(({ field }) => (
        <td
          key={field}
          className={classNames(CELL, field === 'Final_Value' ? 'font-semibold text-ink' : 'text-ink-muted')}
        >
          {props.format(entry[field] ?? null)}
        </td>
      ))}
      {actual !== undefined && (
        <>
          <td className={classNames(CELL, 'text-ink')}>{props.format(actual)}</td>
          <td className={classNames(CELL, 'text-ink-muted')}>
            {formatDifferenceMw(
              actual === null || entry.Final_Value === null ? null : entry.Final_Value - actual,
            )}
          </td>
        </>
      )}
    </tr>
  )
})
