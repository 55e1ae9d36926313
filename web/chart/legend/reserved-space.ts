import type { CSSProperties } from 'react'
import type { ChartData } from '#web/chart/data/chart-data.ts'

declare module 'react' {
  interface CSSProperties {
    '--legend-rows'?: number
    '--legend-entries'?: number
    '--legend-band'?: number
  }
}

/** More curves than this stand in two columns where there is room. */
export const ONE_COLUMN = 3

/** What the style sheet needs to keep the legend's place before it is there. */
export function legendSpace({ curves, band }: ChartData): CSSProperties {
  const count = curves.length
  return {
    '--legend-rows': count > ONE_COLUMN ? Math.ceil(count / 2) : count,
    '--legend-entries': count,
    '--legend-band': band === undefined ? 0 : 1,
  }
}
