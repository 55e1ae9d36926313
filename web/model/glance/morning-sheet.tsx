import { useQuery } from '@tanstack/react-query'

import {
  ALL_COUNTRIES,
  type DaySheetAnswer,
  SHEET_HEADS,
  sheetCells,
  sheetCoverage,
  sheetLines,
  sheetPlace,
  sheetQuantity,
  type SheetRow,
  sheetText,
} from '#contract/morning-sheet.ts'
import { daySheetQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { type Origin, sourceName } from '#web/api/status.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import type { SheetCell } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Loaded } from '#web/ui/panel-state.tsx'

/** A longer head takes two lines; `Peak 8–20` takes one. */
const MAX_LINE_LENGTH = 9

/** Load, solar, wind and residual load of a market day in figures: all countries together, then each. */
export function MorningSheet(props: {
  day: string
  selected: string | null
  /** A figure of the residual load of all countries together; null for none. */
  marked: SheetCell | null
  onChoose: (code: string) => void
}) {
  const { day, selected, marked, onChoose } = props
  const query = useQuery(daySheetQuery({ day }))
  const { rows = [], hours = 0 } = query.data ?? {}
  return (
    <Loaded subject="The morning sheet" {...loadingOf(query)} className="h-96">
      <div className="overflow-x-auto">
        <table
          aria-label="Morning sheet, MW"
          className="wide-paper tabular w-full border-collapse text-sm whitespace-nowrap print:text-[0.6rem]"
        >
          <thead>
            <tr className="text-ink-muted">
              <th scope="col" className="py-1 pr-3 text-left align-bottom font-normal max-sm:hidden">
                Country
              </th>
              <th
                scope="col"
                className="left-0 bg-surface py-1 pr-3 text-left align-bottom font-normal max-sm:sticky"
              >
                Quantity
              </th>
              {SHEET_HEADS.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className={classNames(
                    'py-1 pl-3 text-right align-bottom font-normal',
                    head.length > MAX_LINE_LENGTH && 'whitespace-normal',
                  )}
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <Row
                key={row.code + row.quantity}
                row={row}
                hours={hours}
                isFirst={row.code !== rows[index - 1]?.code}
                isChosen={row.code === selected}
                markedIndex={
                  row.code === ALL_COUNTRIES && row.quantity === 'residual' && marked !== null
                    ? MARKED_INDEX[marked]
                    : null
                }
                onChoose={onChoose}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Loaded>
  )
}

/** The files of the sheet; nothing until it has loaded. */
export function SheetMenu({ day }: { day: string }) {
  const { data: sheet } = useQuery(daySheetQuery({ day }))
  if (!sheet) return null
  return (
    <ExportMenu
      label="Options for the morning sheet"
      day={day}
      onCopyText={() => copyText(sheetText(sheet), 'Text copied')}
      onDownloadCsv={(origin) => downloadCsv(sheet, origin)}
    />
  )
}

const MARKED_INDEX: Readonly<Record<SheetCell, number>> = {
  lowest: SHEET_HEADS.indexOf('Lowest'),
  ramp: SHEET_HEADS.indexOf('Steepest 3 h, to'),
}

/** A narrow screen does not show all columns. */
function showMarked(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The row of a quantity. The place is named in the first of its four. */
function Row(props: {
  row: SheetRow
  hours: number
  isFirst: boolean
  isChosen: boolean
  markedIndex: number | null
  onChoose: (code: string) => void
}) {
  const { row, isFirst } = props
  const name = sheetPlace(row)
  const coverage = sheetCoverage(row, props.hours)
  const place =
    row.code === ALL_COUNTRIES ? (
      <span className="font-medium">{name}</span>
    ) : (
      <button
        type="button"
        aria-pressed={props.isChosen}
        className="-my-0.5 min-h-6 cursor-pointer rounded-control text-left font-medium hover:underline aria-pressed:text-accent-strong"
        onClick={() => props.onChoose(row.code)}
      >
        {name}
      </button>
    )
  return (
    <tr
      className={classNames(isFirst && 'border-t border-line', row.quantity === 'residual' && 'font-medium')}
    >
      {isFirst && (
        <td rowSpan={4} className="pr-3 align-baseline whitespace-normal max-sm:hidden">
          {place}
        </td>
      )}
      <th scope="row" className="left-0 bg-surface pr-3 text-left [font-weight:inherit] max-sm:sticky">
        {isFirst && <div className="w-32 whitespace-normal sm:hidden">{place}</div>}
        <span className={classNames('sr-only', isFirst && 'max-sm:hidden')}>{name}: </span>
        {sheetQuantity(row)}
        {coverage !== null && <span className="text-caution"> {coverage}</span>}
      </th>
      {sheetCells(row).map((text, index) => (
        <td
          key={SHEET_HEADS[index]}
          className="pl-3 text-right align-bottom has-[mark]:bg-accent-soft has-[mark]:outline-2 has-[mark]:-outline-offset-2 has-[mark]:outline-accent"
        >
          {index === props.markedIndex ? (
            <mark ref={showMarked} className="bg-transparent pr-1 text-accent-strong">
              {text}
            </mark>
          ) : (
            text
          )}
        </td>
      ))}
    </tr>
  )
}

function downloadCsv({ day, rows }: DaySheetAnswer, origin: Origin): void {
  const source = sourceName(origin)
  downloadCells(`morning-sheet_${day}.csv`, sheetLines(rows, source === null ? 'MW' : `MW, ${source}`))
}
