import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import {
  ALL_COUNTRIES,
  reachZeroWords,
  type SheetColumn,
  sheetColumns,
  sheetCoverage,
  sheetLines,
  sheetPlace,
  sheetQuantity,
  type SheetRow,
  sheetText,
  sheetUsualNote,
  USUAL_MARKS,
} from '#contract/day-sheet.ts'
import { RAMP_NAME } from '#contract/forecast.ts'
import { daySheetQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { csvUnit, ExportMenu } from '#web/model/view/export-menu.tsx'
import type { SheetCell } from '#web/model/view/view.ts'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'

/** A longer head takes two lines; `Peak 8–20` takes one. */
const MAX_LINE_LENGTH = 9
const EVERY_COUNTRY = 'every'

const MARKED_HEADS: Readonly<Record<SheetCell, string>> = { lowest: 'Lowest', ramp: `Steepest ${RAMP_NAME}` }

/** Whose figures are shown, and on a phone which. */
export interface SheetChoice {
  place: string
  head: string
}

/** All of them, and the figure that the page marks. */
export function firstChoice(marked: SheetCell | null): SheetChoice {
  return { place: EVERY_COUNTRY, head: marked === null ? 'Base' : MARKED_HEADS[marked] }
}

interface SheetProps {
  day: string
  as_of: string | null
  choice: SheetChoice
  selected: string | null
  /** A figure of the residual load of all countries together; null for none. */
  marked: SheetCell | null
  onChoose: (code: string) => void
}

/** Load, solar, wind and residual load of a market day in figures: all countries together, then each. */
export function MorningSheet(props: SheetProps) {
  const query = useQuery(daySheetQuery({ day: props.day, as_of: props.as_of }))
  const { rows = [], hours = 0 } = query.data ?? {}
  const { place, head } = props.choice
  const shown = [...new Set(rows.map(({ code }) => code))]
    .filter((code) => [EVERY_COUNTRY, code].includes(place) || code === ALL_COUNTRIES)
    .map((code) => rows.filter((row) => row.code === code))
  const Table = useMediaQuery(PHONE) ? PhoneTable : WideTable
  return (
    <Loaded subject="The morning sheet" {...loadingOf(query)} className="h-96">
      <p>{reachZeroWords(rows)}</p>
      <div className="-mx-1.5 overflow-x-auto px-1.5">
        <Table {...props} hours={hours} places={shown} columns={sheetColumns(rows)} head={head} />
      </div>
      <p className="text-sm text-ink-muted print:text-xs">{sheetUsualNote(rows)}</p>
    </Loaded>
  )
}

/** Chooses a country, and on a phone a figure. Each keeps its place while the sheet loads. */
export function SheetChoices(
  props: Pick<SheetProps, 'day' | 'as_of' | 'choice'> & { onChange: (choice: SheetChoice) => void },
) {
  const { day, as_of, choice, onChange } = props
  const { rows = [] } = useQuery(daySheetQuery({ day, as_of })).data ?? {}
  const countries = rows.filter(({ code, quantity }) => code !== ALL_COUNTRIES && quantity === 'load')
  return (
    <>
      <Select
        className="w-52 max-sm:w-36 max-sm:grow"
        label="Countries"
        value={choice.place}
        onChange={(place) => onChange({ ...choice, place })}
        options={[
          { value: EVERY_COUNTRY, label: 'Every country' },
          { value: ALL_COUNTRIES, label: 'All together' },
          ...countries.map((row) => ({ value: row.code, label: sheetPlace(row) })),
        ]}
      />
      {useMediaQuery(PHONE) && (
        <Select
          className="w-36 grow"
          label="Figure"
          value={choice.head}
          onChange={(head) => onChange({ ...choice, head })}
          options={sheetColumns(rows).map(({ head }) => ({ value: head, label: head }))}
        />
      )}
    </>
  )
}

/** The files of the sheet; nothing until it has loaded. */
export function SheetMenu({ day, as_of }: Pick<SheetProps, 'day' | 'as_of'>) {
  const { data: sheet } = useQuery(daySheetQuery({ day, as_of }))
  if (!sheet) return null
  return (
    <ExportMenu
      label="Options for the morning sheet"
      day={day}
      onCopyText={() => copyText(sheetText(sheet), 'Text copied')}
      onDownloadCsv={(origin) =>
        downloadCells(`morning-sheet_${sheet.day}.csv`, sheetLines(sheet.rows, csvUnit(origin)))
      }
    />
  )
}

type TableProps = SheetProps & {
  hours: number
  /** The four rows of each country, and of all together. */
  places: readonly (readonly SheetRow[])[]
  columns: readonly SheetColumn[]
  /** The figure that a phone shows. */
  head: string
}

const TABLE_STYLE = 'tabular w-full border-collapse text-sm'

/** The name of a row stays in sight where the figures scroll. */
const PLACE_STYLE = 'sticky left-0 min-w-28 bg-surface pr-3 text-left whitespace-normal'
const QUANTITY_STYLE = 'sticky left-28 bg-surface pr-3 text-left'

/** All figures of every quantity. The place is named in the first of its four rows. */
function WideTable({ hours, places, columns, ...props }: TableProps) {
  return (
    <table
      aria-label="Morning sheet, MW"
      className={`wide-paper ${TABLE_STYLE} whitespace-nowrap print:text-[0.6rem]`}
    >
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className={`${PLACE_STYLE} py-1 align-bottom font-normal`}>
            Country
          </th>
          <th scope="col" className={`${QUANTITY_STYLE} py-1 align-bottom font-normal`}>
            Quantity
          </th>
          {columns.map(({ head }) => (
            <th
              key={head}
              scope="col"
              className={classNames(
                'py-1 pl-5 text-right align-bottom font-normal print:pl-3',
                head.length > MAX_LINE_LENGTH && 'whitespace-normal',
              )}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.flatMap((place) =>
          place.map((row, index) => (
            <tr
              key={row.code + row.quantity}
              className={classNames(
                index === 0 && 'border-t border-line',
                row.quantity === 'residual' && 'font-medium',
              )}
            >
              {index === 0 && (
                <td rowSpan={place.length} className={`${PLACE_STYLE} align-baseline`}>
                  <PlaceName {...props} row={row} />
                </td>
              )}
              <th scope="row" className={`${QUANTITY_STYLE} align-baseline [font-weight:inherit]`}>
                <span className="sr-only">{sheetPlace(row)}: </span>
                {sheetQuantity(row)}
                <Coverage row={row} hours={hours} />
              </th>
              {columns.map((column) => (
                <td key={column.head} className="pl-5 text-right align-baseline print:pl-3">
                  <Figure row={row} column={column} marked={props.marked} />
                </td>
              ))}
            </tr>
          )),
        )}
      </tbody>
    </table>
  )
}

/** One figure at a time, of every quantity. */
function PhoneTable({ hours, places, columns, head, ...props }: TableProps) {
  const column = columns.find((known) => known.head === head)
  return (
    <table aria-label="Morning sheet, MW" className={`${TABLE_STYLE} max-[24rem]:text-[0.6875rem]`}>
      <thead>
        <tr className="text-ink-muted">
          <th scope="col" className="py-1 text-left align-bottom font-normal">
            Country
          </th>
          {places[0]?.map((row) => (
            <th
              key={row.quantity}
              scope="col"
              className="py-1 pl-1.5 text-right min-[24rem]:pl-2 align-bottom font-normal"
            >
              {sheetQuantity(row)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {places.map((place) => (
          <tr key={place[0]?.code} className="border-t border-line">
            <th scope="row" className="py-1 text-left align-baseline font-normal">
              {place[0] && <PlaceName {...props} row={place[0]} />}
            </th>
            {place.map((row) => (
              <td key={row.quantity} className="py-1 pl-1.5 text-right min-[24rem]:pl-2 align-baseline">
                {column && <Figure row={row} column={column} marked={props.marked} />}
                <Coverage row={row} hours={hours} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function PlaceName({
  row,
  selected,
  onChoose,
}: Pick<SheetProps, 'selected' | 'onChoose'> & { row: SheetRow }) {
  if (row.code === ALL_COUNTRIES) return <span className="font-medium">{sheetPlace(row)}</span>
  return (
    <button
      type="button"
      aria-pressed={row.code === selected}
      className="-my-0.5 min-h-6 cursor-pointer rounded-control text-left font-medium hover:underline aria-pressed:text-accent-strong"
      onClick={() => onChoose(row.code)}
    >
      {sheetPlace(row)}
    </button>
  )
}

/** How many hours have a value, where not all have one. */
function Coverage({ row, hours }: { row: SheetRow; hours: number }): ReactNode {
  const coverage = sheetCoverage(row, hours)
  return coverage !== null && <span className="text-caution"> {coverage}</span>
}

/** A narrow screen does not show all columns. */
function showMarked(mark: HTMLElement | null): void {
  mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** A value, on a phone above its hour. */
function Figure({
  row,
  column,
  marked,
}: Pick<SheetProps, 'marked'> & { row: SheetRow; column: SheetColumn }) {
  const { text, clock, mark = null } = column.figure(row)
  const figure = (
    <>
      {mark !== null && (
        <span title={USUAL_MARKS[mark]} className="font-normal text-caution">
          <span aria-hidden>{mark} </span>
          <span className="sr-only">{USUAL_MARKS[mark]} </span>
        </span>
      )}
      {text}
      {clock !== null && (
        <span className="font-normal text-ink-muted max-sm:block max-sm:text-xs sm:pl-1.5"> {clock}</span>
      )}
    </>
  )
  const isMarked =
    row.code === ALL_COUNTRIES &&
    row.quantity === 'residual' &&
    marked !== null &&
    MARKED_HEADS[marked] === column.head
  const mayReachZero = column.head === MARKED_HEADS.lowest && row.mayReachZero?.includes(clock ?? '')
  if (mayReachZero) return <span className="hatched -mx-1 px-1">{figure}</span>
  if (!isMarked) return figure
  return (
    <mark
      ref={showMarked}
      className="-mx-1 inline-block rounded-control bg-accent-soft px-1 text-accent-strong outline-2 -outline-offset-1 outline-accent"
    >
      {figure}
    </mark>
  )
}
