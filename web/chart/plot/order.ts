import type { ChartData, Curve, CurveStyle } from '#web/chart/data/chart-data.ts'

import { bandColumns } from './band.ts'
import { curveWidthPx } from './line-style.ts'

const LAYERS: readonly CurveStyle[] = ['dimmed', 'solid', 'dashed', 'dotted']

/**
 * The curves in the order in which they are drawn: other periods lie below, forecasts on top, because a line
 * covers one with shorter dashes. Within a layer the narrowest line lies on top, of equal ones the first.
 */
export function drawnCurves({ curves }: ChartData): readonly Curve[] {
  return LAYERS.flatMap((style) =>
    curves
      .filter((curve) => curve.style === style)
      .toReversed()
      .toSorted((one, other) => curveWidthPx(other) - curveWidthPx(one)),
  )
}

/** The engine's index of a curve. */
export function engineIndex(data: ChartData, curve: Curve): number {
  return bandColumns(data) + 1 + drawnCurves(data).indexOf(curve)
}
