import type { KeyboardEvent, ReactNode } from 'react'

export interface GridPlace {
  row: number
  column: number
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  PageUp: [-Infinity, 0],
  PageDown: [Infinity, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
}

/** Target of a key by the ARIA pattern of a data grid; `null` for other keys. */
export function placeAfterKey(
  key: string,
  isControl: boolean,
  { row, column }: GridPlace,
  size: { rows: number; columns: number },
): GridPlace | null {
  const step = STEPS[key]
  if (step === undefined) return null
  const [rows, columns] = step
  const isToCorner = isControl && Math.abs(columns) === Infinity
  return {
    row: Math.max(0, Math.min(row + (isToCorner ? columns : rows), size.rows - 1)),
    column: Math.max(0, Math.min(column + columns, size.columns - 1)),
  }
}

/** The first cell of a row is its head. */
function placeOf(target: EventTarget): GridPlace | null {
  const cell = target instanceof Element ? target.closest('td') : null
  const row = cell?.closest('tr')?.sectionRowIndex
  return cell === null || row === undefined ? null : { row, column: cell.cellIndex - 1 }
}

/** One tab stop: the cell with `tabIndex` 0. Handlers are on the table: several hundred would be slower than the cells. */
export function GridTable(props: {
  label: string
  className: string
  onChoose: (place: GridPlace) => void
  onFocus: (place: GridPlace) => void
  /** `null` once pointer and focus have left the cells. */
  onRead: (place: GridPlace | null) => void
  children: ReactNode
}) {
  const { onChoose, onRead } = props

  function press(event: KeyboardEvent<HTMLTableElement>): void {
    const { key, altKey, metaKey, ctrlKey, target } = event
    const place = placeOf(target)
    const rows = event.currentTarget.tBodies[0]?.rows
    if (altKey || metaKey || place === null || rows === undefined) return
    const size = { rows: rows.length, columns: (rows[0]?.cells.length ?? 1) - 1 }
    const to = placeAfterKey(key, ctrlKey, place, size)
    if (key === 'Enter' || key === ' ') onChoose(place)
    else if (to === null) return
    else rows[to.row]?.cells[to.column + 1]?.focus()
    event.preventDefault()
  }

  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells take the focus is a grid
      role="grid"
      aria-label={props.label}
      className={`wide-paper tabular text-xs leading-none print:text-[0.55rem] ${props.className}`}
      onClick={({ target }) => {
        const place = placeOf(target)
        if (place !== null) onChoose(place)
      }}
      onKeyDown={press}
      onFocus={({ target }) => {
        const place = placeOf(target)
        if (place === null) return
        props.onFocus(place)
        onRead(place)
      }}
      onPointerOver={({ target }) => onRead(placeOf(target))}
      onPointerLeave={() => onRead(null)}
    >
      {props.children}
    </table>
  )
}
