import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'

import type { ChartColours } from './palette.ts'

export interface PlotSize {
  width: number
  height: number
}

export const CHART_HEIGHT_PX = 400

export interface ChartChoices {
  hidden: readonly string[]
  zoom: TimeWindow | null
  hasMeans: boolean
}

export interface PlotView extends ChartChoices {
  data: ChartData
  /** `null`: fits the shown curves. */
  valueRange: ValueRange | null
}

/** Read at every drawing, so that a change of theme or view does not need a new engine. */
export interface PlotContext {
  colours: ChartColours
  unit: string
  view: PlotView
  /** Engine pixels per CSS pixel: 1 on the screen, more in an image. */
  scale: number
}

/** Reports whole CSS pixels, now and at each change. Returns the function that stops it. */
export function onResize(element: Element, listener: (size: PlotSize) => void): () => void {
  let last: PlotSize | null = null
  const measure = () => {
    const box = element.getBoundingClientRect()
    const [width, height] = [Math.floor(box.width), Math.floor(box.height)]
    if (width !== last?.width || height !== last.height) listener((last = { width, height }))
  }
  measure()
  const observer = new ResizeObserver(measure)
  observer.observe(element)
  // A `ResizeObserver` would report only after printing.
  addEventListener('beforeprint', measure)
  return () => {
    removeEventListener('beforeprint', measure)
    observer.disconnect()
  }
}
