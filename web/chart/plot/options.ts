import uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { fullWindow, type TimeWindow } from '#web/chart/data/time-window.ts'
import { positionWords } from '#web/chart/format/time-format.ts'
import { stepsFor, TICK_STEPS, timeTicks } from '#web/chart/format/time-ticks.ts'
import { formatAxisValues } from '#web/chart/format/value-format.ts'

import { drawBackdrop } from './backdrop.ts'
import type { PlotContext, PlotSize } from './context.ts'
import { FONT_PX, plotFont } from './palette.ts'
import { bandFill, bandSeries, drawnCurves, lineValues, plotSeries } from './series.ts'

/** Margin on either side of a single stamp. */
const LONE_MARGIN_S = 12 * 3600

/** Half the width of the widest time label. */
const SIDE_PX = 22

export function plotOptions(context: PlotContext, size: PlotSize): uPlot.Options {
  const { scale } = context
  const { data, hidden, zoom } = context.view
  return {
    ...size,
    legend: { show: false },
    padding: [28 * scale, endPx(context), 0, (_plot, _side, hasAxis) => (hasAxis[3] ? 2 : SIDE_PX) * scale],
    focus: { alpha: 0.2 },
    scales: {
      x: { range: (_plot, min, max) => [min, max], ...scaleLimits(data.timesS, zoom) },
      y: {
        range: (_plot, min: number | null, max: number | null) => {
          const { low = min, high = max } = context.view.valueRange ?? {}
          return low === null || high === null ? [null, null] : uPlot.rangeNum(low, high, VALUE_LIMITS)
        },
      },
    },
    bands: bandFill(data, context),
    series: [
      {},
      ...bandSeries(data, hidden),
      ...drawnCurves(data).map((curve) => plotSeries(curve, !hidden.includes(curve.name), context)),
    ],
    axes: [timeAxis(context), valueAxis(context)],
    hooks: { drawAxes: [(plot) => drawBackdrop(plot, context)] },
  }
}

/** A small margin around the values, but not beyond zero if they come near it. */
const VALUE_LIMIT: uPlot.Range.Limit = { pad: 0.06, soft: 0, mode: 3 }
const VALUE_LIMITS: uPlot.Range.Config = { min: VALUE_LIMIT, max: VALUE_LIMIT }

/** Values must be finite or `null`. */
export function engineData(data: ChartData): uPlot.AlignedData {
  const { timesS, bands = [] } = data
  const limits = bands.flatMap(({ high, low }) => [[...high], [...low]])
  return [[...timesS], ...limits, ...drawnCurves(data).map((curve) => lineValues(timesS, curve))]
}

export function scaleLimits(timesS: readonly number[], zoom: TimeWindow | null) {
  const window = zoom ?? fullWindow(timesS)
  if (window === null) return null
  const margin = window.fromS === window.toS ? LONE_MARGIN_S : 0
  return { min: window.fromS - margin, max: window.toS + margin }
}

/** Width of the widest tick label ("Nov 30"), and the smallest gap between labels. */
export const TICK_LABEL_PX = 46
export const TICK_GAP_PX = 20
const LABEL_GAP_PX = 8
const MIN_VALUE_LABEL_PX = 24
/** Signs half as wide as a digit. */
const NARROW_SIGNS = /[.,]/gu

const RANK_STEPS = [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power])

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  const count = Math.max(0, Math.floor(to / step) - first + 1)
  return Array.from({ length: count }, (_, index) => (first + index) * step)
}

/** Half the last rank label, which can be at the very end: `8,760 hours` is wider than a day. */
function endPx(context: PlotContext): number {
  const { data } = context.view
  if (data.ranks === undefined) return SIDE_PX * context.scale
  return widestPx(positionWords(data).tick(data.timesS.length).split('\n', 1), context) / 2
}

function timeAxis(context: PlotContext): uPlot.Axis {
  const { scale } = context
  const spacePx = (TICK_LABEL_PX + TICK_GAP_PX) * scale
  return {
    ...axisText(context),
    size: 44 * scale,
    gap: 5 * scale,
    lineGap: 1.3,
    space: spacePx,
    incrs: (plot) =>
      context.view.data.ranks !== undefined ? RANK_STEPS : stepsFor(plot.data[0]).map((step) => step.seconds),
    splits: ({ data: [timesS] }, _axis, fromS, toS, foundS, foundPx) => {
      if (timesS.length === 1) return [...timesS]
      if (context.view.data.ranks !== undefined) return multiples(foundS, fromS, toS)
      const step = TICK_STEPS.find((candidate) => candidate.seconds === foundS)
      return step === undefined ? [] : timeTicks(fromS, toS, step, (foundS * spacePx) / foundPx)
    },
    values: (_plot, splits) => splits.map(positionWords(context.view.data).tick),
    grid: { show: true, width: scale, stroke: () => context.colours.line },
    border: { show: true, width: scale, stroke: () => context.colours.lineStrong },
    ticks: { show: true, size: 4 * scale, width: scale, stroke: () => context.colours.lineStrong },
  }
}

function valueAxis(context: PlotContext): uPlot.Axis {
  const { scale } = context
  return {
    ...axisText(context),
    gap: LABEL_GAP_PX * scale,
    space: 44 * scale,
    values: (_plot, splits) => formatAxisValues(splits),
    size: (_plot, labels) => widestPx(labels ?? [], context) + (LABEL_GAP_PX + 2) * scale,
    grid: { show: true, width: scale, stroke: () => context.colours.line },
    ticks: { show: false },
  }
}

function axisText(context: PlotContext): uPlot.Axis {
  return { font: plotFont(context.colours, FONT_PX * context.scale), stroke: () => context.colours.inkMuted }
}

/** Estimated from Inter's character widths: measuring on the canvas takes as long as drawing a curve. */
function widestPx(labels: readonly string[], { scale }: PlotContext): number {
  const widths = labels.map((label) => label.replaceAll(NARROW_SIGNS, '').length * 0.36 + label.length * 0.3)
  return Math.ceil(Math.max(MIN_VALUE_LABEL_PX, FONT_PX * Math.max(0, ...widths)) * scale)
}
