import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { ALL_COUNTRIES, type SheetRow } from '#contract/day-sheet.ts'
import { PARTS, QUANTITY_WORDS } from '#contract/row-tables.ts'
import {
  type SheetColumn,
  USUAL_MARKS,
  reachZeroWords,
  sheetColumns,
  sheetCoverage,
  sheetLines,
  sheetPlace,
  sheetQuantity,
  sheetText,
  sheetUsualNote,
} from '#contract/words/day-sheet.ts'
import { daySheetQuery } from '#web/api/forecasts.ts'
import { loadingOf } from '#web/api/recovery.ts'
import { downloadCells } from '#web/chart/export/export-choices.tsx'
import { QuantityMark } from '#web/market/looks.tsx'
import { csvUnit, ExportMenu } from '#web/model/view/export-menu.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Select } from '#web/ui/fields/select.tsx'
import { FigureTable, RowButton } from '#web/ui/figure-table.tsx'
import { Loaded } from '#web/ui/panel-state.tsx'
import { PHONE, useMediaQuery } from '#web/ui/use-media-query.ts'

/** `Peak 8–20` fits on one line, longer heads need two. */
const MAX_LINE_LENGTH = 9
const EVERY_COUNTRY = 'every'

/** `head`: figure shown on a phone. */
export interface SheetChoice {
  place: string
  head: string
}

export const FIRST_CHOICE: SheetChoice = { place: EVERY_COUNTRY, head: 'Base' }

interface SheetProps {
  day: string
  as_of: string | null
  choice: SheetChoice
  selected: string | null
  onChoose: (code: string) => void
}

export function MorningSheet(props: SheetProps) {
  const query = useQuery(daySheetQuery({ day: props.day, as_of: props.as_of }))
  const { rows = [], hours = 0 } = query.data ?? {}
  const { place, head } = props.choice
  const shown = [...new Set(rows.map(({ code }) => code))]
    .filter((code) => [EVERY_COUNTRY, code].includes(place) || code === ALL_COUNTRIES)
    .map((code) => rows.filter((row) => row.code === code))
  const Table = useMediaQuery(PHONE) ? PhoneTable : WideTable
  return (
    <Loaded subject="The morning sheet" {...loadingOf(query)} className="h-160">
      <p>{reachZeroWords(rows)}</p>
      <div className="-mx-1.5 overflow-x-auto px-1.5">
        <Table {...props} hours={hours} places={shown} columns={sheetColumns(rows)} head={head} />
      </div>
      <p className="text-sm text-balance text-ink-muted print:text-xs">{sheetUsualNote(rows)}</p>
    </Loaded>
  )
}

/** Visible while the sheet loads. */
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
          { value: EVERY_COUNTRY, label: 'All countries' },
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
  /** Four rows for each country, and for all together. */
  places: readonly (readonly SheetRow[])[]
  columns: readonly SheetColumn[]
  /** Figure shown on a phone. */
  head: string
}

function WideTable({ hours, places, columns, ...props }: TableProps) {
  const isFirst = (row: SheetRow) => places.some(([first]) => first === row)
  return (
    <FigureTable
      label="Morning sheet, MW"
      className="wide-paper whitespace-nowrap print:text-[0.6rem]"
      columns={[
        // Row names stay in sight while the figures scroll.
        {
          head: 'Country',
          isText: true,
          className: 'sticky left-0 min-w-28 bg-surface whitespace-normal',
          cellClass: () => 'align-top pt-px! leading-6 font-medium',
          rowSpan: (row) => (isFirst(row) ? (places[0]?.length ?? 1) : 0),
          renderCell: (row) => <PlaceName {...props} row={row} />,
        },
        {
          head: 'Quantity',
          isRowHead: true,
          className: 'sticky left-28 bg-surface pl-0!',
          cellClass: () => '[font-weight:inherit]',
          renderCell: (row) => (
            <>
              <span className="sr-only">{sheetPlace(row)}: </span>
              <QuantityMark quantity={row.quantity} /> {sheetQuantity(row)}
              <Coverage row={row} hours={hours} />
            </>
          ),
        },
        ...columns.map((column) => ({
          head: column.head,
          className: column.head.length > MAX_LINE_LENGTH ? 'whitespace-normal' : '',
          cellClass: () => 'whitespace-nowrap',
          renderCell: (row: SheetRow) => <Figure row={row} column={column} />,
        })),
      ]}
      rows={places.flat()}
      keyOf={(row) => row.code + row.quantity}
      rowClass={(row) =>
        classNames(isFirst(row) && 'border-t border-line', row.quantity === 'residual' && 'font-medium')
      }
    />
  )
}

function PhoneTable({ hours, places, columns, head, ...props }: TableProps) {
  const column = columns.find((known) => known.head === head)
  const rowOf = (place: readonly SheetRow[], quantity: SheetRow['quantity']) =>
    place.find((row) => row.quantity === quantity)
  return (
    <FigureTable
      label="Morning sheet, MW"
      className="max-[24rem]:text-[0.6875rem]"
      columns={[
        {
          head: 'Country',
          isRowHead: true,
          className: 'align-baseline',
          renderCell: ([row]) => row && <PlaceName {...props} row={row} />,
        },
        ...(['residual', ...PARTS] as const).map((quantity) => ({
          head: QUANTITY_WORDS[quantity],
          mark: <QuantityMark quantity={quantity} />,
          className: 'align-baseline',
          renderCell: (place: readonly SheetRow[]) => {
            const row = rowOf(place, quantity)
            return (
              row && (
                <>
                  {column && <Figure row={row} column={column} />}
                  <Coverage row={row} hours={hours} />
                </>
              )
            )
          },
        })),
      ]}
      rows={places}
      keyOf={([row]) => row?.code ?? ''}
    />
  )
}

function PlaceName({
  row,
  selected,
  onChoose,
}: Pick<SheetProps, 'selected' | 'onChoose'> & { row: SheetRow }) {
  if (row.code === ALL_COUNTRIES) return sheetPlace(row)
  return (
    <RowButton isChosen={row.code === selected} onPress={() => onChoose(row.code)}>
      {sheetPlace(row)}
    </RowButton>
  )
}

function Coverage({ row, hours }: { row: SheetRow; hours: number }): ReactNode {
  const coverage = sheetCoverage(row, hours)
  return coverage !== null && <span className="text-caution"> {coverage}</span>
}

function Figure({ row, column }: { row: SheetRow; column: SheetColumn }) {
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
  const mayReachZero = column.head === 'Lowest' && row.mayReachZero?.includes(clock ?? '')
  return mayReachZero ? <span className="hatched -mx-1 px-1">{figure}</span> : figure
}
