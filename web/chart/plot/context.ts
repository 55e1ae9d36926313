import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'

import type { ChartColours } from './palette.ts'

export interface PlotSize {
  width: number
  height: number
}

/** On the page a chart is as high as this, whatever its form, and so is its table. */
export const CHART_HEIGHT_PX = 400

export interface ChartChoices {
  hidden: readonly string[]
  zoom: TimeWindow | null
  hasMeans: boolean
}

export interface PlotView extends ChartChoices {
  data: ChartData
  /** Range of the axis of values; `null` for that of the curves shown. */
  valueRange: ValueRange | null
}

/** Read again for every drawing, so that a change of theme or view does not need a new engine. */
export interface PlotContext {
  colours: ChartColours
  unit: string
  view: PlotView
  /** Engine pixels per CSS pixel of the screen's drawing: 1 on the screen, more in an image of higher resolution. */
  scale: number
}

/** Calls back with the size of an element in whole pixels, now and when it changes. Returns the function that stops it. */
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
  // The observer would call back after the page is printed.
  addEventListener('beforeprint', measure)
  return () => {
    removeEventListener('beforeprint', measure)
    observer.disconnect()
  }
}
