import uPlot from 'uplot'

import {
  type Band,
  type ChartData,
  type Curve,
  type CurveStyle,
  findGaps,
  isOwnStamp,
  shownBands,
} from '#web/chart/data/chart-data.ts'
import { indexFrom } from '#web/chart/data/time-window.ts'

import { densePaths, meansLength } from './buckets.ts'
import type { PlotContext } from './context.ts'
import {
  type ChartColours,
  curveDash,
  curveStroke,
  curveWidthPx,
  PALETTE_SIZE,
  withAlpha,
} from './palette.ts'

type Values = uPlot.AlignedData[number]

const { linear, spline, stepped } = uPlot.paths
if (linear === undefined || spline === undefined || stepped === undefined)
  throw new Error('uPlot was built without its path builders')
const drawStraight = linear()
const drawSpline = spline()
const drawSteps = stepped({ align: 1 })

export function plotSeries(curve: Curve, isShown: boolean, context: PlotContext): uPlot.Series {
  const stroke = () => curveStroke(curve, context.colours)
  // uPlot scales line widths by the pixel ratio, but not dashes.
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
    gaps: (plot, index, _from, _to, ofNulls) => withBreaks(plot, index, ofNulls),
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

const linePaths = (isStepped = false): uPlot.Series.PathBuilder => (isStepped ? drawSteps : splineWhereSparse)

/** Straight above one value per pixel: it looks the same, and uPlot draws only first, low, high and last of more than four. */
const splineWhereSparse: uPlot.Series.PathBuilder = (plot, index, from, to) =>
  (to - from > plot.width ? drawStraight : drawSpline)(plot, index, from, to)

interface LineShape {
  /** Ends of the line before an own stamp. */
  breaks: readonly number[]
  /** Values between two gaps, drawn as points. */
  lone: number[]
}

const shapes = new WeakMap<Values, LineShape>()

/** `null` is a gap; the line continues across `undefined`. */
export function lineValues(timesS: readonly number[], curve: Curve): (number | null | undefined)[] {
  const gaps = findGaps(timesS, curve)
  const line = curve.values.map((value, index) => (isOwnStamp(curve, index) ? value : undefined))
  for (const [from, to] of gaps) line.fill(null, from + 1, to)
  const widen = (index: number, neighbour: number) => {
    if (line[index] === undefined && line[neighbour] === null) line[index] = null
  }
  if (curve.ownStamps !== undefined) {
    for (let index = 1; index < line.length; index++) widen(index, index - 1)
    for (let index = line.length - 2; index >= 0; index--) widen(index, index + 1)
  }
  const breaks = gaps.flatMap(([from, to]) => (to === from + 1 ? [from] : []))
  shapes.set(line, { breaks, lone: findLone(line, breaks) })
  return line
}

/** Stretches without a line, in engine pixels, ascending. */
function withBreaks(plot: uPlot, seriesIndex: number, ofNulls: uPlot.Series.Gaps): uPlot.Series.Gaps {
  const { breaks = [] } = shapes.get(plot.data[seriesIndex] ?? []) ?? {}
  const xOf = (index: number) => plot.valToPos(plot.data[0][index] ?? 0, 'x', true)
  const added = breaks.map((index): uPlot.Series.Gap => [xOf(index), xOf(index + 1)])
  return [...ofNulls, ...added].toSorted(([one], [other]) => one - other)
}

function lonePoints(plot: uPlot, seriesIndex: number): number[] | null {
  const { lone = [] } = shapes.get(plot.data[seriesIndex] ?? []) ?? {}
  return lone.length > 0 ? lone : null
}

function findLone(values: Values, breaks: readonly number[]): number[] {
  const ends = new Set(breaks)
  const lone: number[] = []
  let stretch: number[] = []
  const end = () => {
    if (stretch.length === 1) lone.push(...stretch)
    stretch = []
  }
  for (const [index, value] of values.entries()) {
    if (value === null) end()
    else if (value !== undefined) stretch.push(index)
    if (ends.has(index)) end()
  }
  end()
  return lone
}

const FILL_ALPHA = 0.18

/** A band's columns precede the curves' columns, so that it lies behind them. */
export function bandColumns({ bands = [] }: ChartData): number {
  return 2 * bands.length
}

/** Upper limits first. */
export function bandSeries(data: ChartData, hidden: readonly string[]): uPlot.Series[] {
  const shown = shownBands(data, hidden)
  return (data.bands ?? []).flatMap((band) => {
    const limit = {
      show: shown.includes(band),
      width: 0,
      points: { show: false },
      paths: linePaths(band.isStepped),
    }
    return [{ ...limit }, { ...limit }]
  })
}

export function bandFill({ bands = [] }: ChartData, context: PlotContext): uPlot.Band[] {
  return bands.map((band, index) => ({
    series: [2 * index + 1, 2 * index + 2],
    fill: () => bandColour(band, context.colours),
  }))
}

export function bandColour({ colourIndex }: Band, { curves, ink }: ChartColours): string {
  return withAlpha(curves[colourIndex % PALETTE_SIZE] ?? ink, FILL_ALPHA)
}

/** Shorter dashes on top: a line would hide them. */
const LAYERS: readonly CurveStyle[] = ['ribbon', 'dimmed', 'solid', 'dashed', 'dotted', 'bold']
/** Dense dashes would cover measured curves. */
const CROWDED_LAYERS: readonly CurveStyle[] = ['ribbon', 'dimmed', 'dashed', 'dotted', 'solid', 'bold']

/** More values than a card has pixels. */
export const isCrowded = ({ timesS }: Pick<ChartData, 'timesS'>) => timesS.length > 1000

/** Curves in drawing order, with a forecast separate from its measured part. In a layer the narrowest is on top, then the first. */
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
    // The forecast starts at the last measured value.
    {
      ...curve,
      style: 'dashed',
      isStepped: curve.forecast.isStepped ?? false,
      values: curve.values.map((value, index) => (index < joint ? null : value)),
    },
  ]
}
