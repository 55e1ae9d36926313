import uPlot from 'uplot'

import { densePaths, meansLength } from './buckets.ts'
import type { PlotContext } from './context.ts'
import { curveStroke, FONT_PX, plotFont, withAlpha } from './palette.ts'
import { bandColumns, drawnCurves } from './series.ts'

const RANGE_ALPHA = 0.16
const REMARK_ALPHA = 0.14
const REMARK_EDGE_PX = 3

export function drawBackdrop(plot: uPlot, context: PlotContext): void {
  const { ctx } = plot
  const px = uPlot.pxRatio * context.scale
  ctx.save()
  ctx.font = plotFont(context.colours, FONT_PX * px, 500)
  ctx.lineWidth = px
  drawRemarks(plot, context, px)
  drawUnit(plot, context, px)
  drawZero(plot, context)
  drawNow(plot, context, px)
  const lengthS = meansLength(plot, context)
  if (lengthS !== null) drawRanges(plot, context, lengthS)
  ctx.restore()
}

function drawRemarks(plot: uPlot, { colours, view }: PlotContext, px: number) {
  const { ctx, bbox } = plot
  const { min, max } = plot.scales['x'] ?? {}
  const xOf = (timeS: number) =>
    plot.valToPos(Math.min(Math.max(timeS, min ?? timeS), max ?? timeS), 'x', true)
  for (const { fromS, toS } of view.data.remarks?.filter(({ isQuiet }) => isQuiet !== true) ?? []) {
    const [from, to] = [xOf(fromS), xOf(toS)]
    ctx.fillStyle = withAlpha(colours.caution, REMARK_ALPHA)
    ctx.fillRect(from, bbox.top, to - from, bbox.height)
    ctx.fillStyle = colours.caution
    ctx.fillRect(from, bbox.top, to - from, REMARK_EDGE_PX * px)
  }
}

/** Measured curves only: a forecast's range is similar and would cover them. */
function drawRanges(plot: uPlot, context: PlotContext, lengthS: number) {
  const { ctx, bbox } = plot
  const { data } = context.view
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  for (const [order, curve] of drawnCurves(data).entries()) {
    const index = bandColumns(data) + 1 + order
    const series = plot.series[index]
    if (curve.style !== 'solid' || series?.show !== true) continue
    ctx.globalAlpha = series.alpha ?? 1
    ctx.fillStyle = withAlpha(curveStroke(curve, context.colours), RANGE_ALPHA)
    ctx.fill(densePaths(plot, index, lengthS).range)
  }
  ctx.restore()
}

function drawUnit(plot: uPlot, context: PlotContext, px: number) {
  const { ctx, bbox, scales } = plot
  if ((scales['y']?.min ?? null) === null) return
  ctx.fillStyle = context.colours.inkMuted
  ctx.textAlign = 'right'
  ctx.textBaseline = 'bottom'
  ctx.fillText(context.unit, bbox.left - 8 * px, bbox.top - 8 * px)
}

function drawZero(plot: uPlot, context: PlotContext) {
  const { min = 0, max = 0 } = plot.scales['y'] ?? {}
  if (min >= 0 || max <= 0) return
  const y = Math.round(plot.valToPos(0, 'y', true))
  strokeLine(plot, context.colours.lineStrong, [plot.bbox.left, y], [plot.bbox.left + plot.bbox.width, y])
}

function drawNow(plot: uPlot, context: PlotContext, px: number) {
  const { ctx, bbox, scales } = plot
  const { min = 0, max = 0 } = scales['x'] ?? {}
  const nowS = Date.now() / 1000
  if (!(nowS > min && nowS < max)) return
  const x = Math.round(plot.valToPos(nowS, 'x', true))
  strokeLine(plot, context.colours.accent, [x, bbox.top], [x, bbox.top + bbox.height])
  const isLeft = x > bbox.left + bbox.width / 2
  ctx.textAlign = isLeft ? 'right' : 'left'
  ctx.textBaseline = 'top'
  const place = [x + (isLeft ? -5 : 5) * px, bbox.top + 2 * px] as const
  ctx.strokeStyle = context.colours.surface
  ctx.lineWidth = 4 * px
  ctx.strokeText('Now', ...place)
  ctx.fillStyle = context.colours.accent
  ctx.fillText('Now', ...place)
}

type Point = readonly [x: number, y: number]

/** A line of odd width is sharp only if shifted by half a pixel. */
function strokeLine({ ctx }: uPlot, colour: string, [fromX, fromY]: Point, [toX, toY]: Point) {
  const half = (ctx.lineWidth % 2) / 2
  ctx.strokeStyle = colour
  ctx.beginPath()
  ctx.moveTo(fromX + half, fromY + half)
  ctx.lineTo(toX + half, toY + half)
  ctx.stroke()
}
