import type { CSSProperties } from 'react'

import type { ChartData } from '#web/chart/data/chart-data.ts'

declare module 'react' {
  interface CSSProperties {
    '--legend-rows'?: number
    '--legend-lines'?: number
    '--legend-columns'?: number
  }
}

/** What the style sheet needs to reserve the legend's space before it is painted. */
export function legendSpace({ curves, band }: ChartData): CSSProperties {
  const noteLines = curves.length > 1 ? 1 : 0
  return { '--legend-rows': curves.length, '--legend-lines': noteLines + (band === undefined ? 0 : 1) }
}
