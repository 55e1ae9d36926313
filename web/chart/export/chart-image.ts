import uPlot from 'uplot'

import type { ChartData, ValueRange } from '#web/chart/data/chart-data.ts'
import { isBandShown } from '#web/chart/data/hidden-curves.ts'
import { shownZoom, type TimeWindow } from '#web/chart/data/time-window.ts'
import { curveTitle } from '#web/chart/format/curve-note.ts'
import { bucketLabel } from '#web/chart/plot/buckets.ts'
import { type PlotContext, plotFont } from '#web/chart/plot/context.ts'
import { meansLength } from '#web/chart/plot/dense.ts'
import { curveDash, curveStroke, curveWidthPx, SAMPLE_LENGTH_PX } from '#web/chart/plot/line-style.ts'
import { engineData, plotOptions, type PlotView } from '#web/chart/plot/options.ts'
import type { ChartColours } from '#web/chart/plot/palette.ts'
import { bandColour } from '#web/chart/plot/series.ts'

import {
  drawFramed,
  IMAGE_CONTENT_PX,
  IMAGE_SCALE as SCALE,
  type ImageFrame,
  readImageColours,
} from './image-frame.ts'

const PLOT_HEIGHT_PX = 480
const LEGEND_TOP_PX = PLOT_HEIGHT_PX + 8
const ROW_PX = 22
const SAMPLE_GAP_PX = 8
const ENTRY_GAP_PX = 24

/** Something below the legend, drawn from the origin in image pixels. */
export interface ImagePart {
  heightPx: number
  draw: (pen: CanvasRenderingContext2D, colours: ChartColours) => void
}

export interface ChartImage extends ImageFrame {
  data: ChartData
  /** Names of the curves not drawn. */
  hidden: readonly string[]
  zoom: TimeWindow | null
  hasMeans: boolean
  valueRange?: ValueRange | null
  unit: string
  /** Epoch seconds. */
  now: () => number
  foot?: ImagePart
}

/** Draws a chart with title, range and legend as a PNG. */
export async function drawChartImage(image: ChartImage): Promise<Blob> {
  const { data, unit, now, hidden, zoom, hasMeans, valueRange = null, foot } = image
  const view: PlotView = { data, hidden, zoom: shownZoom(data.timesS, zoom), hasMeans, valueRange }
  const context: PlotContext = {
    colours: await readImageColours(image),
    unit,
    data,
    hasMeans,
    valueRange,
    now,
    scale: SCALE,
  }
  const plot = await drawPlot(view, context)
  const entries = legendEntries(view, context)
  const places = placeEntries(textWidths(entries, context), IMAGE_CONTENT_PX)
  const rows = (places.at(-1)?.row ?? -1) + 1
  const footTopPx = LEGEND_TOP_PX + rows * ROW_PX
  return drawFramed(image, context.colours, footTopPx + (foot?.heightPx ?? 0), (pen) => {
    pen.drawImage(plot.ctx.canvas, 0, 0)
    plot.destroy()
    for (const [index, entry] of entries.entries())
      drawEntry(pen, entry, places[index] ?? { leftPx: 0, row: 0 }, context)
    pen.setLineDash([])
    pen.translate(0, footTopPx * SCALE)
    foot?.draw(pen, context.colours)
  })
}

function drawPlot(view: PlotView, context: PlotContext): Promise<uPlot> {
  // The engine multiplies by the screen's pixel ratio.
  const scale = context.scale / uPlot.pxRatio
  const scaled = { ...context, scale }
  const size = { width: IMAGE_CONTENT_PX * scale, height: PLOT_HEIGHT_PX * scale }
  const options = plotOptions(view, scaled, size)
  return new Promise((resolve) => {
    const hooks = { ...options.hooks, draw: [(plot: uPlot) => drawMeansNote(plot, scaled)], ready: [resolve] }
    void new uPlot({ ...options, cursor: { show: false }, hooks }, engineData(view.data))
  })
}

/** Says above the axis that the lines are means. On the screen a button of the chart says so. */
function drawMeansNote(plot: uPlot, context: PlotContext) {
  const lengthS = meansLength(plot, context)
  if (lengthS === null) return
  const { ctx, bbox } = plot
  ctx.save()
  ctx.font = plotFont({ ...context, scale: SCALE })
  ctx.fillStyle = context.colours.inkMuted
  ctx.textAlign = 'left'
  ctx.textBaseline = 'bottom'
  ctx.fillText(bucketLabel(lengthS), bbox.left, bbox.top - 8 * SCALE)
  ctx.restore()
}

interface LegendEntry {
  name: string
  stroke: string
  dash: readonly number[]
  widthPx: number
}

function legendEntries({ data, hidden }: PlotView, { colours }: PlotContext): LegendEntry[] {
  const curves = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map((curve) => ({
      name: curveTitle(curve),
      stroke: curveStroke(curve, colours),
      dash: curveDash(curve),
      widthPx: curveWidthPx(curve),
    }))
  if (data.band === undefined || !isBandShown(data, hidden)) return curves
  return [...curves, { name: data.band.name, stroke: bandColour(data.band, colours), dash: [], widthPx: 10 }]
}

/** The widths of the names, CSS pixels. */
function textWidths(entries: readonly LegendEntry[], context: PlotContext): number[] {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return []
  pen.font = plotFont(context)
  return entries.map(({ name }) => pen.measureText(name).width / SCALE)
}

function drawEntry(
  pen: CanvasRenderingContext2D,
  { name, stroke, dash, widthPx }: LegendEntry,
  { leftPx, row }: EntryPlace,
  context: PlotContext,
) {
  const left = leftPx * SCALE
  const middle = (LEGEND_TOP_PX + (row + 0.5) * ROW_PX) * SCALE
  pen.strokeStyle = stroke
  pen.lineWidth = widthPx * SCALE
  pen.setLineDash(dash.map((length) => length * SCALE))
  pen.beginPath()
  pen.moveTo(left, middle)
  pen.lineTo(left + SAMPLE_LENGTH_PX * SCALE, middle)
  pen.stroke()
  pen.font = plotFont(context)
  pen.fillStyle = context.colours.ink
  pen.textBaseline = 'middle'
  pen.fillText(
    name,
    left + (SAMPLE_LENGTH_PX + SAMPLE_GAP_PX) * SCALE,
    middle,
    (IMAGE_CONTENT_PX - SAMPLE_LENGTH_PX) * SCALE,
  )
}

/** Where an entry of an image's legend starts. */
export interface EntryPlace {
  leftPx: number
  row: number
}

/** Places entries of the given text widths one after the other, and starts a new row when one no longer fits. */
export function placeEntries(textWidthsPx: readonly number[], rowWidthPx: number): EntryPlace[] {
  let leftPx = 0
  let row = 0
  return textWidthsPx.map((textWidthPx) => {
    const widthPx = SAMPLE_LENGTH_PX + SAMPLE_GAP_PX + textWidthPx
    if (leftPx > 0 && leftPx + widthPx > rowWidthPx) {
      leftPx = 0
      row++
    }
    const place = { leftPx, row }
    leftPx += widthPx + ENTRY_GAP_PX
    return place
  })
}
