import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'

import type { ChartColours } from './palette.ts'

/** On the page a chart is as high as this, whatever its form, and so is its table. */
export const CHART_HEIGHT_PX = 400
export const FONT_PX = 12

/** What every drawing reads again, so that a change of theme does not need a new engine. */
export interface PlotContext {
  colours: ChartColours
  unit: string
  /** What is drawn now. An engine outlives the data that it was made with. */
  data: ChartData
  /** More values than pixels are drawn as their mean and range. */
  hasMeans: boolean
  /** What the axis of values covers; `null` for the curves shown. */
  valueRange: ValueRange | null
  /** Epoch seconds. */
  now: () => number
  /** Engine pixels per CSS pixel of the screen's drawing: 1 on the screen, more in an image of higher resolution. */
  scale: number
}

export function plotFont(
  { colours, scale }: Pick<PlotContext, 'colours' | 'scale'>,
  weight = 400,
  sizePx = FONT_PX,
): string {
  return `${weight} ${Math.round(sizePx * scale)}px ${colours.fontFamily}`
}
