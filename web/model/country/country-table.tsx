import { memo } from 'react'

import type { ForecastEntry } from '#contract/forecast.ts'
import { useIsOwnBackend } from '#web/api/settings.ts'
import { hourOfKey } from '#web/model/view/playback.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formatExactMw, formatMw } from '#web/ui/power-format.ts'

import type { CountryRow } from './country-charts.ts'

const COLUMNS: readonly { field: keyof ForecastEntry | 'previous'; title: string }[] = [
  { field: 'TSO', title: 'TSO' },
  { field: 'Instance_Today', title: 'Instance Today' },
  { field: 'Instance_Tomorrow', title: 'Instance Tomorrow' },
  { field: 'Final_Value', title: 'Final Value' },
]
const WITH_PREVIOUS: typeof COLUMNS = [...COLUMNS, { field: 'previous', title: 'Earlier run' }]

// On a phone five columns of six digits need every pixel.
const CELL = 'px-0.5 text-right font-normal first:pl-0 min-[24rem]:px-2 sm:px-3'

/** The country's values by hour. The label of a row selects its hour. */
export function CountryTable(props: {
  /** Of the country: its heading has it for those who see. */
  name: string
  caption: string
  rows: readonly CountryRow[]
  /** Key of the selected hour. */
  currentKey: string
  onChoose: (key: string) => void
}) {
  const hasPrevious = props.rows.some(({ entry }) => entry.previous !== undefined)
  const columns = hasPrevious ? WITH_PREVIOUS : COLUMNS
  // Another backend's values are shown as it sends them.
  const format = useIsOwnBackend() ? formatMw : formatExactMw
  return (
    <table
      className={classNames(
        'tabular w-full border-collapse text-sm max-[24rem]:text-xs',
        hasPrevious && 'max-sm:text-xs xl:text-xs',
      )}
    >
      <caption className="pb-1 text-left text-ink-muted">
        <span className="sr-only">{props.name} </span>
        <span className="inline-block first-letter:uppercase">{props.caption}</span>
      </caption>
      <thead>
        <tr className="border-b border-line text-ink-muted">
          <td aria-label="Hour" className={CELL} />
          {columns.map(({ field, title }) => (
            <th key={field} scope="col" className={classNames(CELL, 'py-1.5 align-bottom leading-tight')}>
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
  columns: typeof COLUMNS
  format: (megawatts: number | null) => string
  isCurrent: boolean
  onChoose: (key: string) => void
}) {
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
    </tr>
  )
})
