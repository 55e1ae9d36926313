import uPlot from 'uplot'

import type { Curve } from '#web/chart/data/chart-data.ts'

import type { PlotContext } from './context.ts'
import { densePaths, meansLength } from './dense.ts'
import { curveDash, curveStroke, curveWidthPx } from './line-style.ts'

type Values = uPlot.AlignedData[number]

const { linear, spline, stepped } = uPlot.paths
if (linear === undefined || spline === undefined || stepped === undefined)
  throw new Error('uPlot was built without its path builders')
const drawStraight = linear()
const drawSpline = spline()
const drawSteps = stepped({ align: 1 })

export function plotSeries(curve: Curve, isShown: boolean, context: PlotContext): uPlot.Series {
  const stroke = () => curveStroke(curve, context.colours)
  // The engine scales the width of a line by the screen's pixel ratio, but not its dashes.
  const dash = () => curveDash(curve).map((length) => length * context.scale * uPlot.pxRatio)
  return {
    label: curve.name,
    show: isShown,
    stroke,
    width: curveWidthPx(curve) * context.scale,
    points: {
      show: false,
      filter: lonePoints,
      size: (curveWidthPx(curve) + 3) * context.scale,
      width: 0,
      fill: stroke,
    },
    paths(plot, index, from, to) {
      const self = plot.series[index]
      if (self !== undefined) self.dash = dash()
      const lengthS = meansLength(plot, context)
      if (lengthS === null) return linePaths(curve.isStepped)(plot, index, from, to)
      return { stroke: densePaths(plot, index, lengthS).line, ...NOTHING_ELSE }
    },
  }
}

const NOTHING_ELSE = { fill: null, clip: null, band: null, gaps: [], flags: 0 }

/** How a line goes from value to value. */
export const linePaths = (isStepped = false): uPlot.Series.PathBuilder =>
  isStepped ? drawSteps : splineWhereSparse

/**
 * The monotone spline, or straight lines where values are closer than a pixel. Of more than four values per pixel the engine draws the
 * first, lowest, highest and last, which gives the same picture.
 */
const splineWhereSparse: uPlot.Series.PathBuilder = (plot, index, from, to) =>
  (to - from > plot.width ? drawStraight : drawSpline)(plot, index, from, to)

const loneByValues = new WeakMap<Values, number[]>()

/** A value between two gaps has no line, so it is drawn as a point. */
function lonePoints(plot: uPlot, seriesIndex: number): number[] | null {
  const values = plot.data[seriesIndex] ?? []
  const lone = loneByValues.get(values) ?? findLone(values)
  loneByValues.set(values, lone)
  return lone.length > 0 ? lone : null
}

function findLone(values: Values): number[] {
  const lone: number[] = []
  let stretch = 0
  for (let index = 0; index <= values.length; index++) {
    if ((values[index] ?? null) === null) {
      if (stretch === 1) lone.push(index - 1)
      stretch = 0
    } else stretch++
  }
  return lone
}
