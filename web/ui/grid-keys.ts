import type { KeyboardEvent } from 'react'

export interface GridPlace {
  row: number
  column: number
}

/** Where a key leads in a grid of that size; null if the key does not move. Follows the ARIA pattern of a data grid. */
export function placeAfterKey(
  key: string,
  isControl: boolean,
  { row, column }: GridPlace,
  size: { rows: number; columns: number },
): GridPlace | null {
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  switch (key) {
    case 'ArrowLeft':
      return { row, column: Math.max(column - 1, 0) }
    case 'ArrowRight':
      return { row, column: Math.min(column + 1, lastColumn) }
    case 'ArrowUp':
      return { row: Math.max(row - 1, 0), column }
    case 'ArrowDown':
      return { row: Math.min(row + 1, lastRow), column }
    case 'PageUp':
      return { row: 0, column }
    case 'PageDown':
      return { row: lastRow, column }
    case 'Home':
      return { row: isControl ? 0 : row, column: 0 }
    case 'End':
      return { row: isControl ? lastRow : row, column: lastColumn }
    default:
      return null
  }
}

/** Moves the focus from a cell of a table to where the pressed key leads. False if the key does not move. */
export function moveFocus(
  { key, ctrlKey, currentTarget }: KeyboardEvent<HTMLTableElement>,
  from: GridPlace,
  size: { rows: number; columns: number },
): boolean {
  const to = placeAfterKey(key, ctrlKey, from, size)
  if (to === null) return false
  currentTarget.tBodies[0]?.rows[to.row]?.querySelectorAll<HTMLElement>('td')[to.column]?.focus()
  return true
}
