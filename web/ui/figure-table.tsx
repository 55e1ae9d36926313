import { ArrowDown } from 'lucide-react'
import type { ReactNode } from 'react'

import { classNames } from './class-names.ts'

export interface FigureColumn<Row> {
  /** Empty: no header. */
  head: string
  mark?: ReactNode
  renderCell: (row: Row, isChosen: boolean) => ReactNode
  isRowHead?: boolean
  isText?: boolean
  /** Bars beside figures, hidden from screen readers. */
  isDrawing?: boolean
  className?: string
  cellClass?: (row: Row) => string | false
  /** 0: covered by a cell above. */
  rowSpan?: (row: Row) => number
  sort?: { isCurrent: boolean; onSort: () => void }
}

const CELL = 'px-0.5 min-[24rem]:px-1 first:pl-0 last:pr-0 sm:px-1.5'
const alignment = ({ isText, isRowHead }: FigureColumn<never>) =>
  isText || isRowHead ? 'text-left' : 'text-right'

interface FigureTableProps<Row> {
  /** Accessible name of a table without a caption. */
  label?: string
  caption?: ReactNode
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  isChosen?: (row: Row) => boolean
  onPress?: ((row: Row) => void) | undefined
  /** Rows of 24 px, for hours of a day. */
  isDense?: boolean
  className?: string
  rowClass?: (row: Row) => string | false
}

export function FigureTable<Row>(props: FigureTableProps<Row>) {
  const { columns } = props
  const hasSort = columns.some(({ sort }) => sort !== undefined)
  return (
    <table
      aria-label={props.label}
      className={classNames('tabular w-full text-sm max-[24rem]:text-xs', props.className)}
    >
      {props.caption && (
        <caption className="pb-1 text-left whitespace-normal text-ink-muted">{props.caption}</caption>
      )}
      <thead>
        <tr className="text-ink-muted">
          {columns.map((column) => (
            <ColumnHead key={column.head} column={column} isBesideButtons={hasSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <FigureRow key={props.keyOf(row)} row={row} table={props} />
        ))}
      </tbody>
    </table>
  )
}

function FigureRow<Row>({ row, table }: { row: Row; table: FigureTableProps<Row> }) {
  const { columns, isDense, onPress } = table
  const isChosen = table.isChosen?.(row) ?? false
  return (
    <tr
      onClick={onPress && (() => onPress(row))}
      className={classNames(
        table.rowClass?.(row) ?? 'border-t border-line/60',
        isDense && 'h-6 print:h-4.5',
        onPress && 'cursor-pointer hover:bg-sunken',
        isChosen && 'bg-accent-soft! forced-colors:outline-2',
      )}
    >
      {columns.map((column) => {
        const Cell = column.isRowHead ? 'th' : 'td'
        const rowSpan = column.rowSpan?.(row)
        if (rowSpan === 0) return null
        return (
          <Cell
            key={column.head}
            {...(column.isRowHead && { scope: 'row' })}
            {...(column.isDrawing && { 'aria-hidden': true })}
            rowSpan={rowSpan}
            className={classNames(
              CELL,
              alignment(column),
              !isDense && 'py-1',
              column.className,
              column.cellClass?.(row) ?? (column.isRowHead && 'font-medium'),
            )}
          >
            {column.renderCell(row, isChosen)}
          </Cell>
        )
      })}
    </tr>
  )
}

function ColumnHead(props: { column: FigureColumn<never>; isBesideButtons: boolean }) {
  const { column } = props
  const { head, isText, sort } = column
  const className = classNames(CELL, 'py-1 align-bottom font-normal', alignment(column), column.className)
  // An empty `th` has no accessible name.
  if (head === '')
    return (
      <td aria-hidden={column.isDrawing} className={className}>
        {head}
      </td>
    )
  return (
    <th scope="col" aria-sort={sort && (sort.isCurrent ? 'ascending' : 'none')} className={className}>
      {sort === undefined ? (
        // As high as a button, so that all heads are aligned.
        <span className={props.isBesideButtons ? 'inline-flex min-h-6 items-center' : undefined}>
          {column.mark} {head}
        </span>
      ) : (
        <button
          type="button"
          onClick={sort.onSort}
          className={classNames(
            'inline-flex min-h-6 cursor-pointer items-center gap-0.5 rounded-control px-1 hover:text-ink hover:underline',
            // Arrow and padding must not shift a head away from its column.
            isText || column.isRowHead ? '-ml-1 text-left' : '-mr-1 flex-row-reverse text-right',
            sort.isCurrent && 'font-medium text-ink',
          )}
        >
          {head}
          <ArrowDown
            aria-hidden
            className={classNames('size-3 max-sm:hidden', !sort.isCurrent && 'invisible')}
          />
        </button>
      )}
    </th>
  )
}

export function RowButton(props: { isChosen: boolean; onPress: () => void; children: string }) {
  return (
    <button
      type="button"
      aria-pressed={props.isChosen}
      onClick={props.onPress}
      className="-mx-1 min-h-6 cursor-pointer rounded-control px-1 text-left font-medium hover:underline"
    >
      {props.children}
    </button>
  )
}
