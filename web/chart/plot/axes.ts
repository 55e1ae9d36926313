import type uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { positionWords } from '#web/chart/format/position-words.ts'
import { stepsFor, TICK_STEPS, timeTicks } from '#web/chart/format/time-ticks.ts'
import { formatAxisValues } from '#web/chart/format/value-format.ts'

import { FONT_PX, plotFont, type PlotContext } from './context.ts'

/** The widest tick label ("Nov 30"), and the least gap between two labels. */
export const TICK_LABEL_PX = 46
export const TICK_GAP_PX = 20
const LABEL_GAP_PX = 8
const MIN_VALUE_LABEL_PX = 24
/** Half as wide as a digit. */
const NARROW_SIGNS = /[.,]/gu

export function plotAxes(context: PlotContext): uPlot.Axis[] {
  return [timeAxis(context), valueAxis(context)]
}

const RANK_STEPS = [1, 10, 100, 1000, 10_000].flatMap((power) => [power, 2 * power, 5 * power])

function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step)
  return Array.from(
    { length: Math.max(0, Math.floor(to / step) - first + 1) },
    (_, index) => (first + index) * step,
  )
}

function timeAxis(context: PlotContext): uPlot.Axis {
  const { scale } = context
  const spacePx = (TICK_LABEL_PX + TICK_GAP_PX) * scale
  let labels: TickLabels = { data: null, ticks: [], texts: [] }
  return {
    ...axisText(context),
    size: 44 * scale,
    gap: 5 * scale,
    lineGap: 1.3,
    space: spacePx,
    incrs: (plot) =>
      context.data.ranks !== undefined ? RANK_STEPS : stepsFor(plot.data[0]).map((step) => step.seconds),
    splits: ({ data: [timesS] }, _axis, fromS, toS, foundS, foundPx) => {
      // A lone stamp stands in the middle.
      if (timesS.length === 1) return [...timesS]
      if (context.data.ranks !== undefined) return multiples(foundS, fromS, toS)
      const step = TICK_STEPS.find((candidate) => candidate.seconds === foundS)
      return step === undefined ? [] : timeTicks(fromS, toS, step, (foundS * spacePx) / foundPx)
    },
    values: (_plot, splits) => (labels = labelTicks(splits, labels, context)).texts,
    grid: { show: true, width: scale, stroke: () => context.colours.line },
    border: { show: true, width: scale, stroke: () => context.colours.lineStrong },
    ticks: { show: true, size: 4 * scale, width: scale, stroke: () => context.colours.lineStrong },
  }
}

interface TickLabels {
  data: ChartData | null
  ticks: readonly number[]
  texts: string[]
}

/** The engine asks for the same labels several times while it fits the sizes of its axes. */
function labelTicks(ticks: readonly number[], last: TickLabels, { data }: PlotContext): TickLabels {
  const isSame =
    data === last.data &&
    ticks.length === last.ticks.length &&
    ticks.every((tick, index) => tick === last.ticks[index])
  return isSame ? last : { data, ticks, texts: ticks.map(positionWords(data).tick) }
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
  return { font: plotFont(context), stroke: () => context.colours.inkMuted }
}

/**
 * Room for the widest label, estimated from the widths of Inter's characters: measuring on the canvas would cost
 * as much as drawing a curve.
 */
function widestPx(labels: readonly string[], { scale }: PlotContext): number {
  const widths = labels.map((label) => label.replaceAll(NARROW_SIGNS, '').length * 0.36 + label.length * 0.3)
  return Math.ceil(Math.max(MIN_VALUE_LABEL_PX, FONT_PX * Math.max(0, ...widths)) * scale)
}
