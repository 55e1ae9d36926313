import { type Origin, sourceLine, sourceName } from '#web/api/status.ts'
import { createCsv } from '#web/chart/export/chart-csv.ts'
import { downloadCsvText, downloadFile } from '#web/chart/export/download-file.ts'
import { csvContext, onChosenGround } from '#web/chart/export/export-choices.tsx'
import {
  drawFramed,
  IMAGE_SCALE as SCALE,
  type ImageFrame,
  readImageColours,
} from '#web/chart/export/image-frame.ts'
import { plotFont } from '#web/chart/plot/context.ts'
import type { ChartColours } from '#web/chart/plot/palette.ts'
import { dayZone, formatDay, stampOf } from '#web/model/view/delivery-day.ts'
import { hourKey } from '#web/model/view/playback.ts'
import type { GlanceView } from '#web/model/view/view.ts'

import { type ColourScale, isDeep, SCALE_TONES, toneOf, toneVariable } from './colour-scale.ts'
import { formatCell, VIEW_WORDS } from './glance-format.ts'
import type { GlanceRow } from './glance-rows.ts'

const NAME_PX = 116
const CELL_PX = { width: 46, height: 26 }
const MARK_PX = 3

/** Title, the line under it, and where the values come from. */
type Texts = Pick<ImageFrame, 'title' | 'subtitle' | 'source'>

export interface GlanceImage extends Texts {
  view: GlanceView
  rows: readonly GlanceRow[]
  hours: readonly number[]
  /** Null where each row has a scale of its own. */
  common: ColourScale | null
}

/** Draws the table as a PNG. */
export function drawGlanceImage(image: GlanceImage): Promise<Blob> {
  const source = ['A dot marks the lowest residual load, a bar hours at or below zero.', image.source ?? '']
  const size = {
    widthPx: NAME_PX + image.hours.length * CELL_PX.width,
    heightPx: (image.rows.length + 1) * CELL_PX.height,
  }
  const tones = onChosenGround(readTones)
  return drawTable({ ...image, source: source.join('   ').trim() }, size, (pen, colours) =>
    drawCells(pen, image, colours, tones),
  )
}

/** A table of texts; the cells of a row are right of its name. */
export interface TableImage extends Texts {
  heads: readonly string[]
  rows: readonly { name: string; isFirst: boolean; cells: readonly string[] }[]
}

const TEXT_CELL_PX = { width: 108, height: 20 }
const TEXT_NAME_PX = 260

/** Draws a table of texts as a PNG. */
export function drawTableImage(image: TableImage): Promise<Blob> {
  const widthPx = TEXT_NAME_PX + image.heads.length * TEXT_CELL_PX.width
  const heightPx = (image.rows.length + 1) * TEXT_CELL_PX.height
  return drawTable(image, { widthPx, heightPx }, (pen, colours) => {
    for (const [index, { name, isFirst, cells }] of [
      { name: '', isFirst: false, cells: image.heads },
      ...image.rows,
    ].entries()) {
      const middle = (index + 0.5) * TEXT_CELL_PX.height
      pen.fillStyle = colours.line
      if (isFirst) pen.fillRect(0, middle - TEXT_CELL_PX.height / 2, widthPx, 1)
      pen.fillStyle = index === 0 ? colours.inkMuted : colours.ink
      pen.textAlign = 'left'
      pen.fillText(name, 0, middle, TEXT_NAME_PX)
      pen.textAlign = 'right'
      for (const [column, text] of cells.entries())
        pen.fillText(text, TEXT_NAME_PX + (column + 1) * TEXT_CELL_PX.width, middle)
    }
  })
}

/** `draw` counts in CSS pixels. */
async function drawTable(
  texts: Texts,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  draw: (pen: CanvasRenderingContext2D, colours: ChartColours) => void,
): Promise<Blob> {
  const frame = { ...texts, themeFrom: document.documentElement }
  const colours = await readImageColours(frame)
  return drawFramed(
    frame,
    colours,
    heightPx,
    (pen) => {
      pen.scale(SCALE, SCALE)
      pen.textBaseline = 'middle'
      pen.font = plotFont({ colours, scale: 1 }, 400, 11)
      draw(pen, colours)
    },
    widthPx,
  )
}

/** The colours of the cells by their variables. */
function readTones(): ReadonlyMap<string, string> {
  const style = getComputedStyle(document.documentElement)
  const names = [...SCALE_TONES.map(toneVariable), '--sunken', '--glance-deep-ink']
  return new Map(names.map((name) => [name, style.getPropertyValue(name).trim()]))
}

function drawCells(
  pen: CanvasRenderingContext2D,
  image: GlanceImage,
  colours: ChartColours,
  tones: ReadonlyMap<string, string>,
): void {
  const leftOf = (column: number) => NAME_PX + column * CELL_PX.width
  const topOf = (row: number) => row * CELL_PX.height
  pen.textAlign = 'right'
  pen.fillStyle = colours.inkMuted
  for (const [column, hour] of image.hours.entries())
    pen.fillText(hourKey(hour), leftOf(column + 1) - 5, topOf(0) + CELL_PX.height / 2)
  for (const [index, { name, cells, own, minimum }] of image.rows.entries()) {
    const top = topOf(index + 1)
    pen.textAlign = 'left'
    pen.fillStyle = colours.ink
    pen.fillText(name, 0, top + CELL_PX.height / 2, NAME_PX)
    pen.textAlign = 'right'
    for (const [column, cell] of cells.entries()) {
      const tone = toneOf(cell.valueMw, image.common ?? own)
      const left = leftOf(column)
      pen.fillStyle = tones.get(tone === 'none' ? '--sunken' : toneVariable(tone)) ?? ''
      pen.fillRect(left, top, CELL_PX.width - 1, CELL_PX.height - 1)
      pen.fillStyle = (isDeep(tone) ? tones.get('--glance-deep-ink') : undefined) ?? colours.ink
      pen.fillText(formatCell(image.view, cell.valueMw), left + CELL_PX.width - 5, top + CELL_PX.height / 2)
      if (cell.hour === minimum?.hour) drawDot(pen, left + 6, top + 6)
      if (cell.isNegative)
        pen.fillRect(left + 2, top + CELL_PX.height - 3 - MARK_PX, CELL_PX.width - 5, MARK_PX)
    }
  }
  pen.textAlign = 'left'
}

function drawDot(pen: CanvasRenderingContext2D, x: number, y: number): void {
  pen.beginPath()
  pen.arc(x, y, 2.5, 0, 2 * Math.PI)
  pen.fill()
}

/** The table as it is on the screen. */
export interface ShownGlance {
  day: string
  view: GlanceView
  rows: readonly GlanceRow[]
  hours: readonly number[]
  common: ColourScale | null
}

/** One line per hour, one column per country, in the order on the screen. */
export function downloadCsv(shown: ShownGlance, origin: Origin): void {
  const { day, rows, hours } = shown
  const chart = {
    timesS: hours.map((hour) => stampOf(day, hourKey(hour)) ?? 0),
    curves: rows.map(({ name, cells }) => ({
      name,
      style: 'solid' as const,
      colourIndex: 0,
      values: cells.map(({ valueMw }) => valueMw),
    })),
  }
  downloadCsvText(fileName(shown, 'csv'), createCsv(chart, csvContext(sourceName(origin))))
}

export async function downloadImage(shown: ShownGlance, origin: Origin): Promise<void> {
  const image = await drawGlanceImage({
    ...shown,
    title: `Residual load by hour and country: ${VIEW_WORDS[shown.view].formula}, MW`,
    subtitle: `${formatDay(shown.day)} (${dayZone(shown.day)})`,
    source: sourceLine(origin),
  })
  downloadFile(fileName(shown, 'png'), image)
}

/** `glance_ramp_2026-11-22.csv` */
function fileName({ day, view }: ShownGlance, extension: string): string {
  return `glance_${view}_${day}.${extension}`
}
