import uPlot from 'uplot'

import { type ChartData, shownBands, type ValueRange } from '#web/chart/data/chart-data.ts'
import { shownZoom } from '#web/chart/data/time-window.ts'
import { curveTitle } from '#web/chart/format/time-format.ts'
import { bucketLabel, meansLength } from '#web/chart/plot/buckets.ts'
import type { ChartChoices, PlotContext, PlotView } from '#web/chart/plot/context.ts'
import { engineData, plotOptions } from '#web/chart/plot/options.ts'
import {
  type ChartColours,
  curveDash,
  curveStroke,
  curveWidthPx,
  plotFont,
  SAMPLE_LENGTH_PX,
} from '#web/chart/plot/palette.ts'
import { bandColour } from '#web/chart/plot/series.ts'

import {
  drawFramed,
  IMAGE_CONTENT_PX,
  IMAGE_SCALE,
  type ImageFrame,
  readImageColours,
} from './image-frame.ts'

const PLOT_HEIGHT_PX = 480
const LEGEND_TOP_PX = PLOT_HEIGHT_PX + 8
const ROW_PX = 22
const SAMPLE_GAP_PX = 8
const ENTRY_GAP_PX = 24

/** Content below the legend, drawn from the origin in CSS pixels. */
export interface ImagePart {
  heightPx: number
  draw: (pen: CanvasRenderingContext2D, colours: ChartColours) => void
}

export interface ChartImage extends ImageFrame, ChartChoices {
  data: ChartData
  valueRange?: ValueRange | null
  unit: string
  foot?: ImagePart
}

export async function drawChartImage(image: ChartImage): Promise<Blob> {
  const { data, unit, hidden, hasMeans, valueRange = null, foot } = image
  const view: PlotView = { data, hidden, zoom: shownZoom(data.timesS, image.zoom), hasMeans, valueRange }
  const colours = await readImageColours()
  // uPlot multiplies by the screen's pixel ratio.
  const context: PlotContext = { colours, unit, view, scale: IMAGE_SCALE / uPlot.pxRatio }
  const plot = await drawPlot(context)
  const entries = legendEntries(view, colours)
  plot.ctx.font = plotFont(colours)
  const widthsPx = entries.map(({ name }) => plot.ctx.measureText(name).width)
  const places = placeEntries(widthsPx, IMAGE_CONTENT_PX)
  const rows = (places.at(-1)?.row ?? -1) + 1
  const footTopPx = LEGEND_TOP_PX + rows * ROW_PX
  return drawFramed(image, colours, footTopPx + (foot?.heightPx ?? 0), (pen) => {
    pen.drawImage(plot.ctx.canvas, 0, 0, IMAGE_CONTENT_PX, PLOT_HEIGHT_PX)
    drawMeansNote(pen, plot, context)
    plot.destroy()
    for (const [index, entry] of entries.entries())
      drawEntry(pen, entry, places[index] ?? { leftPx: 0, row: 0 }, colours)
    pen.setLineDash([])
    pen.translate(0, footTopPx)
    foot?.draw(pen, colours)
  })
}

function drawPlot(context: PlotContext): Promise<uPlot> {
  const { scale, view } = context
  const size = { width: IMAGE_CONTENT_PX * scale, height: PLOT_HEIGHT_PX * scale }
  const options = plotOptions(context, size)
  return new Promise((resolve) => {
    const hooks = { ...options.hooks, ready: [resolve] }
    void new uPlot({ ...options, cursor: { show: false }, hooks }, engineData(view.data))
  })
}

/** On the screen a button shows that lines are means. */
function drawMeansNote(pen: CanvasRenderingContext2D, plot: uPlot, context: PlotContext) {
  const lengthS = meansLength(plot, context)
  if (lengthS === null) return
  const { left, top } = plot.bbox
  pen.fillText(bucketLabel(lengthS), left / IMAGE_SCALE, top / IMAGE_SCALE - 8)
}

type LegendEntry = ReturnType<typeof legendEntries>[number]

function legendEntries({ data, hidden }: PlotView, colours: ChartColours) {
  const curves = data.curves
    .filter(({ name }) => !hidden.includes(name))
    .map((curve) => ({
      name: curveTitle(curve),
      stroke: curveStroke(curve, colours),
      dash: curveDash(curve),
      widthPx: curveWidthPx(curve),
    }))
  const bands = shownBands(data, hidden).map((band) => ({
    name: band.name,
    stroke: bandColour(band, colours),
    dash: [],
    widthPx: 10,
  }))
  return [...curves, ...bands]
}

function drawEntry(
  pen: CanvasRenderingContext2D,
  { name, stroke, dash, widthPx }: LegendEntry,
  { leftPx, row }: ReturnType<typeof placeEntries>[number],
  colours: ChartColours,
) {
  const middlePx = LEGEND_TOP_PX + (row + 0.5) * ROW_PX
  const samplePx = leftPx + SAMPLE_LENGTH_PX
  pen.strokeStyle = stroke
  pen.lineWidth = widthPx
  pen.setLineDash([...dash])
  pen.beginPath()
  pen.moveTo(leftPx, middlePx)
  pen.lineTo(samplePx, middlePx)
  pen.stroke()
  pen.fillStyle = colours.ink
  pen.textBaseline = 'middle'
  pen.fillText(name, samplePx + SAMPLE_GAP_PX, middlePx, IMAGE_CONTENT_PX - SAMPLE_LENGTH_PX)
}

export function placeEntries(textWidthsPx: readonly number[], rowWidthPx: number) {
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
