import type { ChartData, Curve, CurveStyle } from '#web/chart/data/chart-data.ts'
import { isOwnStamp } from '#web/chart/data/own-stamps.ts'
import { indexFrom } from '#web/chart/data/time-window.ts'

import { curveWidthPx } from './line-style.ts'

/** Forecasts lie on top, because a line covers one with shorter dashes. */
const LAYERS: readonly CurveStyle[] = ['dimmed', 'solid', 'dashed', 'dotted']
/** Where lines fill whole areas, dashes would cover all that was measured. */
const CROWDED_LAYERS: readonly CurveStyle[] = ['dimmed', 'dashed', 'dotted', 'solid']

/** Whether a chart as wide as a card has more values than pixels. */
export const isCrowded = ({ timesS }: Pick<ChartData, 'timesS'>) => timesS.length > 1000

/** In the order of drawing, a forecast apart from what it continues. In a layer the narrowest line lies on top, of equal ones the first. */
export function drawnCurves({ timesS, curves }: ChartData): readonly Curve[] {
  const parts = curves.flatMap((curve) => partsOf(curve, timesS))
  return (isCrowded({ timesS }) ? CROWDED_LAYERS : LAYERS).flatMap((style) =>
    parts
      .filter((curve) => curve.style === style)
      .toReversed()
      .toSorted((one, other) => curveWidthPx(other) - curveWidthPx(one)),
  )
}

function partsOf(curve: Curve, timesS: readonly number[]): Curve[] {
  if (curve.forecast === undefined) return [curve]
  const first = indexFrom(timesS, curve.forecast.fromS)
  let joint = first - 1
  while (joint > 0 && !isOwnStamp(curve, joint)) joint -= 1
  return [
    { ...curve, values: curve.values.map((value, index) => (index < first ? value : null)) },
    // Joined to the last measured value.
    {
      ...curve,
      style: 'dashed',
      isStepped: curve.forecast.isStepped ?? false,
      values: curve.values.map((value, index) => (index < joint ? null : value)),
    },
  ]
}
