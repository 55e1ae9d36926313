import uPlot from 'uplot'

import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'
import { isBandShown } from '#web/chart/data/hidden-curves.ts'
import { fullWindow, type TimeWindow } from '#web/chart/data/time-window.ts'

import { plotAxes } from './axes.ts'
import { drawBackdrop } from './backdrop.ts'
import { bandFill, bandSeries } from './band.ts'
import type { PlotContext } from './context.ts'
import { drawnCurves } from './order.ts'
import { lineValues, plotSeries } from './series.ts'

/** A single stamp gets this much axis on either side. */
const LONE_MARGIN_S = 12 * 3600

/** Half of the widest label of the time axis. */
const SIDE_PX = 22

export interface PlotView {
  data: ChartData
  /** Names of the curves not drawn. */
  hidden: readonly string[]
  /** `null`: everything. */
  zoom: TimeWindow | null
  /** Whether more values than pixels are drawn as their mean and range. */
  hasMeans: boolean
  /** What the axis of values covers; `null` for the curves shown. */
  valueRange: ValueRange | null
}

export interface PlotSize {
  width: number
  height: number
}

/** What the engine needs to draw curves, without any interaction. */
export function plotOptions(
  { data, hidden, zoom }: PlotView,
  context: PlotContext,
  size: PlotSize,
): uPlot.Options {
  const { scale } = context
  return {
    ...size,
    legend: { show: false },
    padding: [28 * scale, SIDE_PX * scale, 0, (_plot, _side, hasAxis) => (hasAxis[3] ? 2 : SIDE_PX) * scale],
    focus: { alpha: 0.2 },
    scales: {
      x: { range: (_plot, min, max) => [min, max], ...scaleLimits(data.timesS, zoom) },
      y: {
        range: (_plot, min: number | null, max: number | null) => {
          const low = context.valueRange?.low ?? min
          const high = context.valueRange?.high ?? max
          return low === null || high === null ? [null, null] : uPlot.rangeNum(low, high, VALUE_LIMITS)
        },
      },
    },
    bands: bandFill(data, context),
    series: [
      {},
      ...bandSeries(data, isBandShown(data, hidden)),
      ...drawnCurves(data).map((curve) => plotSeries(curve, !hidden.includes(curve.name), context)),
    ],
    axes: plotAxes(context),
    hooks: { drawAxes: [(plot) => drawBackdrop(plot, context)] },
  }
}

/** A little room around the values, but none beyond zero if they come near it. */
const VALUE_LIMIT: uPlot.Range.Limit = { pad: 0.06, soft: 0, mode: 3 }
const VALUE_LIMITS: uPlot.Range.Config = { min: VALUE_LIMIT, max: VALUE_LIMIT }

/** The engine's columns. Values must be finite or `null`. */
export function engineData(data: ChartData): uPlot.AlignedData {
  const { timesS, band } = data
  const limits = band === undefined ? [] : [[...band.high], [...band.low]]
  return [[...timesS], ...limits, ...drawnCurves(data).map((curve) => lineValues(timesS, curve))]
}

/** The ends of the time axis; `null` where there are no stamps. */
export function scaleLimits(
  timesS: readonly number[],
  zoom: TimeWindow | null,
): { min: number; max: number } | null {
  const window = zoom ?? fullWindow(timesS)
  if (window === null) return null
  const margin = window.fromS === window.toS ? LONE_MARGIN_S : 0
  return { min: window.fromS - margin, max: window.toS + margin }
}
