import { useQuery } from '@tanstack/react-query'

import {
  SHEET_HEADS,
  sheetCells,
  sheetLines,
  type SheetRow,
  sheetRowName,
  sheetRows,
  sheetText,
  sheetTitle,
} from '#contract/morning-sheet.ts'
import { daySheetQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import { downloadFile } from '#web/chart/export/download-file.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { ExportMenu } from '#web/model/view/export-menu.tsx'
import type { SheetCell } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Loaded } from '#web/ui/panel-state.tsx'

import { drawTableImage } from './glance-image.ts'

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
  const query = useSheet(day)
  const rows = query.data ?? []
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
                isFirst={row.code !== rows[index - 1]?.code}
                isChosen={row.code === selected}
                markedIndex={
                  row.code === 'all' && row.quantity === 'Residual load' && marked !== null
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
  const { data: rows } = useSheet(day)
  if (rows === undefined) return null
  return (
    <ExportMenu
      label="Options for the morning sheet"
      day={day}
      onCopyText={() => copyText(sheetText(day, rows), 'Text copied')}
      onDownloadCsv={(origin) => downloadCsv(day, rows, origin)}
      onDownloadImage={(origin) => void downloadImage(day, rows, origin)}
    />
  )
}

/** The rows of the sheet. */
const useSheet = (day: string) =>
  useQuery({ ...daySheetQuery({ day }), select: (sheet) => (sheet === null ? [] : sheetRows(sheet)) })

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
  isFirst: boolean
  isChosen: boolean
  markedIndex: number | null
  onChoose: (code: string) => void
}) {
  const { row, isFirst } = props
  const place =
    row.code === 'all' ? (
      <span className="font-medium">{row.place}</span>
    ) : (
      <button
        type="button"
        aria-pressed={props.isChosen}
        className="-my-0.5 min-h-6 cursor-pointer rounded-control text-left font-medium hover:underline aria-pressed:text-accent-strong"
        onClick={() => props.onChoose(row.code)}
      >
        {row.place}
      </button>
    )
  return (
    <tr
      className={classNames(
        isFirst && 'border-t border-line',
        row.quantity === 'Residual load' && 'font-medium',
      )}
    >
      {isFirst && (
        <td rowSpan={4} className="pr-3 align-baseline whitespace-normal max-sm:hidden">
          {place}
        </td>
      )}
      <th scope="row" className="left-0 bg-surface pr-3 text-left [font-weight:inherit] max-sm:sticky">
        {isFirst && <div className="w-32 whitespace-normal sm:hidden">{place}</div>}
        <span className={classNames('sr-only', isFirst && 'max-sm:hidden')}>{row.place}: </span>
        {row.quantity}
        {row.coverage !== null && <span className="text-caution"> {row.coverage}</span>}
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

function downloadCsv(day: string, rows: readonly SheetRow[], origin: Origin): void {
  const source = sourceName(origin)
  downloadCells(`morning-sheet_${day}.csv`, sheetLines(rows, source === null ? 'MW' : `MW, ${source}`))
}

async function downloadImage(day: string, rows: readonly SheetRow[], origin: Origin): Promise<void> {
  const image = await drawTableImage({
    title: 'Morning sheet',
    subtitle: sheetTitle(day),
    source: sourceLine(origin),
    heads: SHEET_HEADS,
    rows: rows.map((row, index) => ({
      name: sheetRowName(row),
      isFirst: row.code !== rows[index - 1]?.code,
      cells: sheetCells(row),
    })),
  })
  downloadFile(`morning-sheet_${day}.png`, image)
}
