import type uPlot from 'uplot'

import type { Band, ChartData } from '#web/chart/data/chart-data.ts'

import type { PlotContext } from './context.ts'
import { withAlpha } from './line-style.ts'
import { PALETTE_SIZE, type ChartColours } from './palette.ts'
import { linePaths } from './series.ts'

const FILL_ALPHA = 0.18

/** A band takes two columns of the engine. They come before those of the curves, so that it lies behind them. */
export function bandColumns({ band }: ChartData): number {
  return band === undefined ? 0 : 2
}

/** The limits of a band as columns without a line, the upper one first. */
export function bandSeries({ band }: ChartData, isShown: boolean): uPlot.Series[] {
  if (band === undefined) return []
  const limit = { show: isShown, width: 0, points: { show: false }, paths: linePaths(band.isStepped) }
  return [{ ...limit }, { ...limit }]
}

/** The shading between the two limits. */
export function bandFill({ band }: ChartData, context: PlotContext): uPlot.Band[] {
  return band === undefined ? [] : [{ series: [1, 2], fill: () => bandColour(band, context.colours) }]
}

export function bandColour({ colourIndex }: Band, { curves, ink }: ChartColours): string {
  return withAlpha(curves[colourIndex % PALETTE_SIZE] ?? ink, FILL_ALPHA)
}
