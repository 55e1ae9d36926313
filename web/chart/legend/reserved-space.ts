import type { CSSProperties } from 'react'

declare module 'react' {
  interface CSSProperties {
    '--legend-rows'?: number
    '--legend-lines'?: number
    '--legend-columns'?: number
  }
}

/** A compact legend of more curves than these shows the first ones, until it is unfolded. */
export const MOST_ROWS = 6
export const FIRST_ROWS = 3

/** What the style sheet needs to reserve the legend's space before it is painted. */
export function legendSpace(
  { curves, band, comparison }: { curves: { length: number }; band?: unknown; comparison?: unknown },
  isCompact: boolean,
): CSSProperties {
  const rows = isCompact && curves.length > MOST_ROWS ? FIRST_ROWS + 1 : curves.length
  // Of the actual values, and of the forecast where they are still to come.
  const differences = comparison === undefined ? 0 : 2
  const noteLines = curves.length > 1 ? 1 : 0
  return { '--legend-rows': rows + differences, '--legend-lines': noteLines + (band === undefined ? 0 : 1) }
}
