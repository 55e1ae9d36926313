import uPlot from 'uplot'
import type { ChartData, Curve } from './chart-data.ts'
import { PALETTE_SIZE, type ChartColours } from './palette.ts'
import { formatTick } from './time-format.ts'
import { TICK_STEPS, timeTicks } from './time-ticks.ts'
import { axisUnit, formatAxisValues, type AxisUnit } from './value-format.ts'

const LINE_WIDTH_PX = 2
const FONT_PX = 12
/** The widest tick label ("Nov 30") and the least gap between two of them. */
const TICK_LABEL_PX = 46
const TICK_GAP_PX = 20
/** A lone value is as long as this either way, so that one point has an axis to stand on. */
const LONE_MARGIN_S = 12 * 3600

/** What the options read anew at each drawing, so that a change of theme needs no new engine. */
export interface PlotContext {
  colours: ChartColours
  unit: string
}

export function plotOptions(data: ChartData, context: PlotContext, size: uPlot.Options): uPlot.Options {
  return {
    ...size,
    legend: { show: false },
    padding: [24, 24, 0, 4],
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: 4 },
      points: { size: 8, width: 2, stroke: () => context.colours.surface },
    },
    scales: { x: { range: timeRange } },
    series: [{}, ...data.curves.map((curve) => series(curve, context))],
    axes: [timeAxis(context), valueAxis(context)],
  }
}

function timeRange(_plot: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [null, null]
  return min === max ? [min - LONE_MARGIN_S, max + LONE_MARGIN_S] : [min, max]
}

function series(curve: Curve, context: PlotContext): uPlot.Series {
  const colour = () => context.colours.curves[curve.colourIndex % PALETTE_SIZE] ?? context.colours.ink
  return {
    label: curve.name,
    stroke: colour,
    width: LINE_WIDTH_PX,
    paths: splineWhereSparse,
    points: { show: false, filter: lonePoints, size: 5, fill: colour },
    ...(curve.style === 'solid' ? {} : { dash: [6, 4] }),
    ...(curve.style === 'dimmed' ? { alpha: 0.55 } : {}),
  }
}

const { linear, spline } = uPlot.paths
if (linear === undefined || spline === undefined) throw new Error('the chart engine lacks its path builders')
const drawStraight = linear()
const drawSpline = spline()

/** The monotone spline; straight lines where points are denser than one a pixel and no eye sees a curve. */
const splineWhereSparse: uPlot.Series.PathBuilder = (plot, seriesIndex, from, to) =>
  (to - from > plot.over.clientWidth ? drawStraight : drawSpline)(plot, seriesIndex, from, to)

/** A value between two gaps has no line: it is drawn as a point, or nobody would see it. */
function lonePoints(plot: uPlot, seriesIndex: number): number[] | null {
  const values = plot.data[seriesIndex] ?? []
  const lone: number[] = []
  for (let index = 0; index < values.length; index++)
    if (isMissing(values[index - 1]) && !isMissing(values[index]) && isMissing(values[index + 1]))
      lone.push(index)
  return lone.length > 0 ? lone : null
}

function isMissing(value: number | null | undefined): boolean {
  return value === null || value === undefined
}

function axisBase(context: PlotContext): uPlot.Axis {
  return {
    stroke: () => context.colours.inkMuted,
    font: `${FONT_PX}px ${context.colours.font}`,
    grid: { show: false },
    ticks: { show: false },
  }
}

function timeAxis(context: PlotContext): uPlot.Axis {
  return {
    ...axisBase(context),
    size: 48,
    gap: 6,
    lineGap: 1.35,
    space: TICK_LABEL_PX + TICK_GAP_PX,
    incrs: TICK_STEPS.map((step) => step.seconds),
    splits: (_plot, _axis, fromS, toS, foundS) => {
      const step = TICK_STEPS.find((candidate) => candidate.seconds === foundS)
      return step === undefined ? [] : timeTicks(fromS, toS, step)
    },
    values: (_plot, splits) => splits.map(formatTick),
    border: { show: true, width: 1, stroke: () => context.colours.lineStrong },
    ticks: { show: true, size: 4, width: 1, stroke: () => context.colours.lineStrong },
  }
}

function valueAxis(context: PlotContext): uPlot.Axis {
  return {
    ...axisBase(context),
    gap: 8,
    space: 44,
    values: (plot, splits) => formatAxisValues(splits, valueAxisUnit(plot, context).divisor),
    size: (plot, labels) => widest(plot, labels, context) + 12,
    grid: { show: true, width: 1, stroke: () => context.colours.line },
  }
}

/** The unit that the value axis is written in, for the values now in view. */
export function valueAxisUnit(plot: uPlot, context: PlotContext): AxisUnit {
  const { min = 0, max = 0 } = plot.scales['y'] ?? {}
  return axisUnit(context.unit, Math.max(Math.abs(min), Math.abs(max)))
}

function widest(plot: uPlot, labels: readonly string[] | null, context: PlotContext): number {
  const { ctx } = plot
  ctx.save()
  ctx.font = `${FONT_PX}px ${context.colours.font}`
  const width = Math.max(24, ...(labels ?? []).map((label) => ctx.measureText(label).width))
  ctx.restore()
  return width
}
