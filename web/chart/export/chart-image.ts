import uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { finiteData } from '#web/chart/data/finite-data.ts'
import { isBandShown } from '#web/chart/data/hidden-curves.ts'
import { shownZoom, type TimeWindow } from '#web/chart/data/time-window.ts'
import { bandColour } from '#web/chart/plot/band.ts'
import { plotFont, type PlotContext } from '#web/chart/plot/context.ts'
import { curveDash, curveStroke, LINE_WIDTH_PX } from '#web/chart/plot/line-style.ts'
import { engineData, plotOptions, type PlotView } from '#web/chart/plot/options.ts'
import { readColours } from '#web/chart/plot/palette.ts'

import { type EntryPlace, placeEntries, SAMPLE_GAP_PX, SAMPLE_PX } from './image-legend.ts'

/** Image pixels per CSS pixel: sharp on paper and on fine screens. */
const SCALE = 2
const WIDTH_PX = 1200
const PLOT_HEIGHT_PX = 480
const MARGIN_PX = 24
const INNER_WIDTH_PX = WIDTH_PX - 2 * MARGIN_PX
const PLOT_TOP_PX = MARGIN_PX + 48
const LEGEND_TOP_PX = PLOT_TOP_PX + PLOT_HEIGHT_PX + 8
const ROW_PX = 22
const SOURCE_PX = 26

export interface ChartImage {
  data: ChartData
  /** Names of the curves not drawn. */
  hidden: readonly string[]
  zoom: TimeWindow | null
  unit: string
  title: string
  /** The line under the title: the range and the data. */
  subtitle: string
  /** The line under the legend: where the values come from. */
  source: string | null
  /** An element of the page from which the theme's colours and font are read. */
  themeFrom: Element
  /** Epoch seconds. */
  now: () => number
}

/** Draws a chart with title, range and legend as a PNG in the current theme, at twice the usual resolution. */
export async function drawChartImage(image: ChartImage): Promise<Blob> {
  const { unit, now, hidden, zoom, themeFrom } = image
  const data = finiteData(image.data)
  const view: PlotView = { data, hidden, zoom: shownZoom(data.timesS, zoom) }
  await document.fonts.ready
  const context: PlotContext = { colours: readColours(themeFrom), unit, now, scale: SCALE }
  const plot = await drawPlot(view, context)
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw images.')
  const entries = legendEntries(view, context)
  pen.font = plotFont(context)
  const places = placeEntries(
    entries.map(({ name }) => pen.measureText(name).width / SCALE),
    INNER_WIDTH_PX,
  )
  const rows = (places.at(-1)?.row ?? -1) + 1
  canvas.width = WIDTH_PX * SCALE
  const sourceTopPx = LEGEND_TOP_PX + rows * ROW_PX
  canvas.height = (sourceTopPx + (image.source === null ? 0 : SOURCE_PX) + MARGIN_PX) * SCALE
  pen.fillStyle = context.colours.surface
  pen.fillRect(0, 0, canvas.width, canvas.height)
  drawTitle(pen, image, context)
  pen.drawImage(plot.ctx.canvas, MARGIN_PX * SCALE, PLOT_TOP_PX * SCALE)
  plot.destroy()
  entries.forEach((entry, index) => drawEntry(pen, entry, places[index] ?? { leftPx: 0, row: 0 }, context))
  drawSource(pen, image, context, sourceTopPx)
  return toPng(canvas)
}

function drawPlot(view: PlotView, context: PlotContext): Promise<uPlot> {
  // The engine multiplies by the screen's pixel ratio.
  const scale = context.scale / uPlot.pxRatio
  const size = { width: INNER_WIDTH_PX * scale, height: PLOT_HEIGHT_PX * scale }
  const options = plotOptions(view, { ...context, scale }, size)
  return new Promise((resolve) => {
    const hooks = { ...options.hooks, ready: [resolve] }
    void new uPlot({ ...options, cursor: { show: false }, hooks }, engineData(view.data))
  })
}

function drawTitle(pen: CanvasRenderingContext2D, { title, subtitle }: ChartImage, context: PlotContext) {
  const { colours } = context
  pen.textBaseline = 'top'
  pen.font = plotFont(context, 600, 16)
  pen.fillStyle = colours.ink
  pen.fillText(title, MARGIN_PX * SCALE, MARGIN_PX * SCALE, INNER_WIDTH_PX * SCALE)
  pen.font = plotFont(context, 400, 13)
  pen.fillStyle = colours.inkMuted
  pen.fillText(subtitle, MARGIN_PX * SCALE, (MARGIN_PX + 23) * SCALE, INNER_WIDTH_PX * SCALE)
}

function drawSource(
  pen: CanvasRenderingContext2D,
  { source }: ChartImage,
  context: PlotContext,
  topPx: number,
) {
  if (source === null) return
  pen.textBaseline = 'bottom'
  pen.font = plotFont(context)
  pen.fillStyle = context.colours.inkMuted
  pen.fillText(source, MARGIN_PX * SCALE, (topPx + SOURCE_PX) * SCALE, INNER_WIDTH_PX * SCALE)
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
      name: curve.name,
      stroke: curveStroke(curve, colours),
      dash: curveDash(curve),
      widthPx: LINE_WIDTH_PX,
    }))
  if (data.band === undefined || !isBandShown(data, hidden)) return curves
  return [...curves, { name: data.band.name, stroke: bandColour(data.band, colours), dash: [], widthPx: 10 }]
}

function drawEntry(
  pen: CanvasRenderingContext2D,
  { name, stroke, dash, widthPx }: LegendEntry,
  { leftPx, row }: EntryPlace,
  context: PlotContext,
) {
  const left = (MARGIN_PX + leftPx) * SCALE
  const middle = (LEGEND_TOP_PX + (row + 0.5) * ROW_PX) * SCALE
  pen.strokeStyle = stroke
  pen.lineWidth = widthPx * SCALE
  pen.setLineDash(dash.map((length) => length * SCALE))
  pen.beginPath()
  pen.moveTo(left, middle)
  pen.lineTo(left + SAMPLE_PX * SCALE, middle)
  pen.stroke()
  pen.font = plotFont(context)
  pen.fillStyle = context.colours.ink
  pen.textBaseline = 'middle'
  pen.fillText(name, left + (SAMPLE_PX + SAMPLE_GAP_PX) * SCALE, middle, (INNER_WIDTH_PX - SAMPLE_PX) * SCALE)
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser cannot write images.'))
      else resolve(blob)
    }, 'image/png')
  })
}
