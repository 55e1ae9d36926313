import uPlot from 'uplot'
import type { Curve } from '#web/chart/data/chart-data.ts'
import { curveDash, curveStroke, LINE_WIDTH_PX } from './line-style.ts'
import type { PlotContext } from './context.ts'

type Values = uPlot.AlignedData[number]

const { linear, spline } = uPlot.paths
if (linear === undefined || spline === undefined) throw new Error('uPlot was built without its path builders')
const drawStraight = linear()
const drawSpline = spline()

export function plotSeries(curve: Curve, isShown: boolean, context: PlotContext): uPlot.Series {
  const stroke = () => curveStroke(curve, context.colours)
  // The engine scales a line's width by the screen's pixel ratio, not its dashes.
  const dash = () => curveDash(curve).map((length) => length * context.scale * uPlot.pxRatio)
  return {
    label: curve.name,
    show: isShown,
    stroke,
    width: LINE_WIDTH_PX * context.scale,
    points: { show: false, filter: lonePoints, size: 5 * context.scale, width: 0, fill: stroke },
    paths(plot, index, from, to) {
      // Closer than its own width a line is a band in which no dash can be seen, and dashes cost most there.
      const self = plot.series[index]
      if (self !== undefined) self.dash = isDense(plot, from, to) ? [] : dash()
      return splineWhereSparse(plot, index, from, to)
    },
  }
}

/** The monotone spline; straight lines where points are denser than one a pixel and no eye sees a curve. */
export const splineWhereSparse: uPlot.Series.PathBuilder = (plot, index, from, to) =>
  (isDense(plot, from, to) ? drawStraight : drawSpline)(plot, index, from, to)

function isDense(plot: uPlot, from: number, to: number): boolean {
  return to - from > plot.width
}

const loneByValues = new WeakMap<Values, number[]>()

/** A value between two gaps has no line, so it is drawn as a point. */
function lonePoints(plot: uPlot, seriesIndex: number): number[] | null {
  const values = plot.data[seriesIndex] ?? []
  const lone = loneByValues.get(values) ?? findLone(values)
  loneByValues.set(values, lone)
  return lone.length > 0 ? lone : null
}

function findLone(values: Values): number[] {
  const isMissing = (index: number) => (values[index] ?? null) === null
  const lone: number[] = []
  for (let index = 0; index < values.length; index++)
    if (!isMissing(index) && isMissing(index - 1) && isMissing(index + 1)) lone.push(index)
  return lone
}
