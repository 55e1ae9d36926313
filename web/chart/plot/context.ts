import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'
import type { TimeWindow } from '#web/chart/data/time-window.ts'

import type { ChartColours } from './palette.ts'

/** On the page a chart is as high as this, whatever its form, and so is its table. */
export const CHART_HEIGHT_PX = 400
export const FONT_PX = 12

export interface PlotView {
  data: ChartData
  /** Names of the curves not drawn. */
  hidden: readonly string[]
  /** `null`: everything. */
  zoom: TimeWindow | null
  /** Whether more values than pixels are drawn as their mean and range. */
  hasMeans: boolean
  /** What the axis of values covers; `null` for the curves shown. */
  valueRange: ValueRange | null
}

/** What every drawing reads again, so that a change of theme or view does not need a new engine. */
export interface PlotContext {
  colours: ChartColours
  unit: string
  view: PlotView
  /** Epoch seconds. */
  now: () => number
  /** Engine pixels per CSS pixel of the screen's drawing: 1 on the screen, more in an image of higher resolution. */
  scale: number
}

export function plotFont({ fontFamily }: ChartColours, sizePx = FONT_PX, weight = 400): string {
  return `${weight} ${Math.round(sizePx)}px ${fontFamily}`
}
