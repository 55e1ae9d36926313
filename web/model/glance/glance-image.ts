import { onChosenGround } from '#web/chart/export/export-choices.tsx'
import { IMAGE_SCALE as SCALE, toPng } from '#web/chart/export/image-frame.ts'
import { hourKey } from '#web/model/view/playback.ts'
import type { GlanceView } from '#web/model/view/view.ts'

import { type ColourScale, isDeep, toneOf, toneVariable } from './colour-scale.ts'
import { formatCell } from './glance-format.ts'
import type { GlanceRow } from './glance-rows.ts'

const MARGIN_PX = 24
const HEAD_PX = 52
const NAME_PX = 116
const CELL_PX = { width: 46, height: 26 }
const FOOT_PX = 26
const MARK_PX = 3

export interface GlanceImage {
  view: GlanceView
  rows: readonly GlanceRow[]
  hours: readonly number[]
  /** Null where each row has a scale of its own. */
  common: ColourScale | null
  title: string
  subtitle: string
  /** Where the values come from. */
  source: string | null
}

/** Draws the table as a PNG on the chosen ground. */
export function drawGlanceImage(image: GlanceImage): Promise<Blob> {
  const widthPx = 2 * MARGIN_PX + NAME_PX + image.hours.length * CELL_PX.width
  const heightPx = 2 * MARGIN_PX + HEAD_PX + (image.rows.length + 1) * CELL_PX.height + FOOT_PX
  const foot = ['A dot marks the lowest residual load, a bar hours at or below zero.', image.source ?? '']
  return drawImage(widthPx, heightPx, (pen, colour) => {
    drawTexts(pen, { ...image, foot: foot.join('   ').trim() }, colour, heightPx)
    drawCells(pen, image, colour)
  })
}

/** A table of texts; the cells of a row are right of its name. */
export interface TableImage extends ImageTexts {
  heads: readonly string[]
  rows: readonly { name: string; isFirst: boolean; cells: readonly string[] }[]
}

const TEXT_CELL_PX = { width: 108, height: 20 }
const TEXT_NAME_PX = 260

/** Draws a table of texts as a PNG on the chosen ground. */
export function drawTableImage(image: TableImage): Promise<Blob> {
  const widthPx = 2 * MARGIN_PX + TEXT_NAME_PX + image.heads.length * TEXT_CELL_PX.width
  const heightPx = 2 * MARGIN_PX + HEAD_PX + (image.rows.length + 1) * TEXT_CELL_PX.height + FOOT_PX
  return drawImage(widthPx, heightPx, (pen, colour) => {
    drawTexts(pen, image, colour, heightPx)
    pen.textBaseline = 'middle'
    setFont(pen, 11)
    for (const [index, { name, isFirst, cells }] of [
      { name: '', isFirst: false, cells: image.heads },
      ...image.rows,
    ].entries()) {
      const middle = MARGIN_PX + HEAD_PX + (index + 0.5) * TEXT_CELL_PX.height
      pen.fillStyle = colour('--line')
      if (isFirst) pen.fillRect(MARGIN_PX, middle - TEXT_CELL_PX.height / 2, widthPx - 2 * MARGIN_PX, 1)
      pen.fillStyle = colour(index === 0 ? '--ink-muted' : '--ink')
      pen.textAlign = 'left'
      pen.fillText(name, MARGIN_PX, middle, TEXT_NAME_PX)
      pen.textAlign = 'right'
      for (const [column, text] of cells.entries())
        pen.fillText(text, MARGIN_PX + TEXT_NAME_PX + (column + 1) * TEXT_CELL_PX.width, middle)
    }
  })
}

/** A PNG at twice the usual resolution. */
async function drawImage(
  widthPx: number,
  heightPx: number,
  draw: (pen: CanvasRenderingContext2D, colour: ColourOf) => void,
): Promise<Blob> {
  await document.fonts.ready
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (pen === null) throw new Error('This browser cannot draw images.')
  canvas.width = widthPx * SCALE
  canvas.height = heightPx * SCALE
  pen.scale(SCALE, SCALE)
  onChosenGround(() => {
    const style = getComputedStyle(document.documentElement)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    pen.fillStyle = colour('--surface')
    pen.fillRect(0, 0, widthPx, heightPx)
    draw(pen, colour)
  })
  return toPng(canvas)
}

type ColourOf = (variable: string) => string

function setFont(pen: CanvasRenderingContext2D, sizePx: number, weight = 400): void {
  pen.font = `${weight} ${sizePx}px ${getComputedStyle(document.body).fontFamily}`
}

interface ImageTexts {
  title: string
  subtitle: string
  foot: string
}

function drawTexts(pen: CanvasRenderingContext2D, image: ImageTexts, colour: ColourOf, heightPx: number) {
  pen.textBaseline = 'top'
  pen.fillStyle = colour('--ink')
  setFont(pen, 16, 600)
  pen.fillText(image.title, MARGIN_PX, MARGIN_PX)
  pen.fillStyle = colour('--ink-muted')
  setFont(pen, 13)
  pen.fillText(image.subtitle, MARGIN_PX, MARGIN_PX + 23)
  pen.textBaseline = 'bottom'
  setFont(pen, 12)
  pen.fillText(image.foot, MARGIN_PX, heightPx - MARGIN_PX)
}

function drawCells(pen: CanvasRenderingContext2D, image: GlanceImage, colour: ColourOf): void {
  const leftOf = (column: number) => MARGIN_PX + NAME_PX + column * CELL_PX.width
  const topOf = (row: number) => MARGIN_PX + HEAD_PX + row * CELL_PX.height
  pen.textBaseline = 'middle'
  setFont(pen, 11)
  pen.textAlign = 'right'
  pen.fillStyle = colour('--ink-muted')
  for (const [column, hour] of image.hours.entries())
    pen.fillText(hourKey(hour), leftOf(column + 1) - 5, topOf(0) + CELL_PX.height / 2)
  for (const [index, { name, cells, own, minimum }] of image.rows.entries()) {
    const top = topOf(index + 1)
    pen.textAlign = 'left'
    pen.fillStyle = colour('--ink')
    pen.fillText(name, MARGIN_PX, top + CELL_PX.height / 2, NAME_PX)
    pen.textAlign = 'right'
    for (const [column, cell] of cells.entries()) {
      const tone = toneOf(cell.valueMw, image.common ?? own)
      const left = leftOf(column)
      pen.fillStyle = colour(tone === 'none' ? '--sunken' : toneVariable(tone))
      pen.fillRect(left, top, CELL_PX.width - 1, CELL_PX.height - 1)
      pen.fillStyle = colour(isDeep(tone) ? '--glance-deep-ink' : '--ink')
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
