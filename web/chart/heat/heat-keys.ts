import { type HeatGrid, stampBeside } from './heat-grid.ts'

export const HEAT_KEYBOARD_HELP =
  'Left and right arrow keys move to the same hour of other days, up and down to the hours before and after. ' +
  'Page Up and Page Down move by seven columns, Home and End go to the first and last value, Escape stops reading.'

const BESIDE: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/**
 * The stamp that a key reads next; `null` where there is none that way, `undefined` for keys that are left to the browser.
 * @param index the stamp read now; without one every key reads the first
 */
export function movedStamp(
  grid: HeatGrid,
  count: number,
  index: number | null,
  key: string,
): number | null | undefined {
  const columnsOn = BESIDE[key]
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) && columnsOn === undefined) return undefined
  if (count === 0) return null
  if (index === null || key === 'Home') return key === 'End' ? count - 1 : 0
  if (key === 'End') return count - 1
  if (columnsOn !== undefined) return stampBeside(grid, index, columnsOn)
  const next = index + (key === 'ArrowDown' ? 1 : -1)
  return next >= 0 && next < count ? next : null
}
