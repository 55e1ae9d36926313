import type { CSSProperties } from 'react'

declare module 'react' {
  interface CSSProperties {
    '--legend-rows'?: number
    /** Those of paper, where none is folded. */
    '--legend-all-rows'?: number
    '--legend-lines'?: number
  }
}

/** A compact legend of more curves than these shows the first ones, until it is unfolded. */
export const MOST_ROWS = 6
export const FIRST_ROWS = 3

/** What the style sheet needs to reserve the legend's space before it is painted. */
export function legendSpace(legend: {
  curveCount: number
  hasBand: boolean
  hasComparison: boolean
  isCompact: boolean
}): CSSProperties {
  const { curveCount, hasBand, hasComparison, isCompact } = legend
  // Of the actual values, and of the forecast where they are still to come.
  const differences = hasComparison ? 2 : 0
  const noteLines = curveCount > 1 ? 1 : 0
  const rows = isCompact && curveCount > MOST_ROWS ? FIRST_ROWS + 1 : curveCount
  return {
    '--legend-rows': rows + differences,
    '--legend-all-rows': curveCount + differences,
    '--legend-lines': noteLines + (hasBand ? 1 : 0),
  }
}
