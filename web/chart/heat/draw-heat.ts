import { type ChartData, rangeOf, type ValueRange } from '#web/chart/data/chart-data.ts'
import {
  drawFramed,
  IMAGE_CONTENT_PX,
  type ImageFrame,
  readImageColours,
} from '#web/chart/export/image-frame.ts'
import { formatFigure, withUnit } from '#web/chart/format/value-format.ts'
import { type ChartColours, plotFont } from '#web/chart/plot/palette.ts'

import { columnTicks, createHeatGrid, type HeatGrid, type HeatPlace } from './heat-grid.ts'

/** Cividis (Nuñez, Anderton, Renslow, PLOS ONE 2018): dark blue to yellow, evenly lighter for any kind of colour vision. */
const STOPS = [
  [0, 32, 77],
  [0, 51, 111],
  [57, 72, 107],
  [87, 92, 109],
  [112, 113, 115],
  [138, 135, 121],
  [166, 157, 117],
  [196, 181, 108],
  [228, 207, 91],
  [255, 234, 70],
] as const
const STEPS = 256

export const HEAT_COLOURS: readonly string[] = Array.from({ length: STEPS }, (_, step) => {
  const at = (step / (STEPS - 1)) * (STOPS.length - 1)
  const before = STOPS[Math.floor(at)] ?? STOPS[0]
  const after = STOPS[Math.ceil(at)] ?? before
  const channels = before.map((channel, index) =>
    Math.round(channel + ((after[index] ?? channel) - channel) * (at % 1)),
  )
  return `rgb(${channels.join(' ')})`
})

/** The larger the value, the more contrast to the background. The middle if all values are equal. */
export function heatStep(value: number, { low, high }: ValueRange, isDark: boolean): number {
  const share = high === low ? 0.5 : (value - low) / (high - low)
  const step = Math.max(0, Math.min(STEPS - 1, Math.round(share * (STEPS - 1))))
  return isDark ? step : STEPS - 1 - step
}

export function needsDarkMark(step: number): boolean {
  return step > STEPS / 2
}

/** CSS pixels around the grid. */
const LEFT_PX = 44
const RIGHT_PX = 12
const TOP_PX = 8
const AXIS_PX = 26
const SCALE_PX = 40
const SCALE_WIDTH_PX = 220
const BAR_PX = 10
/** Names every third hour. */
const NAMED_OF_DAY = 8
const MAX_MARK_PX = 5

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface HeatPicture {
  grid: HeatGrid
  values: readonly (number | null)[]
  scale: ValueRange
  unit: string
  colours: ChartColours
  widthPx: number
  heightPx: number
}

export function heatBox(widthPx: number, heightPx: number): Box {
  return {
    left: LEFT_PX,
    top: TOP_PX,
    width: Math.max(1, widthPx - LEFT_PX - RIGHT_PX),
    height: Math.max(1, heightPx - TOP_PX - AXIS_PX - SCALE_PX),
  }
}

export function drawHeat(pen: CanvasRenderingContext2D, picture: HeatPicture): void {
  const { widthPx, heightPx, colours } = picture
  const box = heatBox(widthPx, heightPx)
  drawCells(pen, picture, box)
  drawMarks(pen, picture, box)
  pen.font = plotFont(colours)
  pen.fillStyle = colours.inkMuted
  drawNames(pen, picture, box)
  drawScale(pen, picture, box)
}

/** Cells end at whole canvas pixels: neighbours meet without a seam and do not cover a gap. */
function drawCells(pen: CanvasRenderingContext2D, picture: HeatPicture, box: Box) {
  const { grid, values, scale, colours } = picture
  const { a, d, e, f } = pen.getTransform()
  const snapX = (px: number) => (Math.round(px * a + e) - e) / a
  const snapY = (px: number) => (Math.round(px * d + f) - f) / d
  for (const [index, place] of grid.places.entries()) {
    const value = values[index] ?? null
    if (value === null) continue
    const { left, top, width, height } = placeBox(grid, box, place)
    pen.fillStyle = HEAT_COLOURS[heatStep(value, scale, colours.isDark)] ?? ''
    const [x, y] = [snapX(left), snapY(top)]
    pen.fillRect(x, y, snapX(left + width) - x, snapY(top + height) - y)
  }
}

export function placeBox({ cycle, columns }: HeatGrid, box: Box, place: HeatPlace): Box {
  const width = box.width / columns.length
  const height = box.height / cycle.slots.length
  return {
    left: box.left + place.column * width,
    top: box.top + (place.row + place.part / place.parts) * height,
    width,
    height: height / place.parts,
  }
}

/** Marks cells below zero with a square, dark on light colours and light on dark ones. */
function drawMarks(pen: CanvasRenderingContext2D, picture: HeatPicture, box: Box) {
  const { grid, values, scale, colours } = picture
  for (const isDark of [true, false]) {
    pen.beginPath()
    for (const [index, place] of grid.places.entries()) {
      const value = values[index] ?? null
      if (value === null || value >= 0) continue
      if (needsDarkMark(heatStep(value, scale, colours.isDark)) !== isDark) continue
      const { left, top, width, height } = placeBox(grid, box, place)
      const side = Math.min(MAX_MARK_PX, width * 0.6, height * 0.6)
      pen.rect(left + (width - side) / 2, top + (height - side) / 2, side, side)
    }
    pen.fillStyle = isDark ? '#000' : '#fff'
    pen.fill()
  }
}

function drawNames(pen: CanvasRenderingContext2D, { grid }: HeatPicture, box: Box) {
  const { slots, kind } = grid.cycle
  const rowPx = box.height / slots.length
  const namedEvery = kind === 'week' ? 1 : slots.length / NAMED_OF_DAY
  pen.textAlign = 'right'
  pen.textBaseline = 'middle'
  for (const [row, slot] of slots.entries())
    if (row % namedEvery === 0) pen.fillText(slot, box.left - 8, box.top + (row + 0.5) * rowPx)
  pen.textAlign = 'center'
  pen.textBaseline = 'top'
  const columnPx = box.width / grid.columns.length
  for (const { column, label } of columnTicks(grid.columns, box.width))
    pen.fillText(label, box.left + (column + 0.5) * columnPx, box.top + box.height + 7)
}

function drawScale(pen: CanvasRenderingContext2D, picture: HeatPicture, box: Box) {
  const { scale, unit, heightPx, colours } = picture
  const top = heightPx - SCALE_PX + 10
  const width = Math.min(SCALE_WIDTH_PX, box.width / 2)
  const stepPx = width / HEAT_COLOURS.length
  const steps = colours.isDark ? HEAT_COLOURS : HEAT_COLOURS.toReversed()
  for (const [step, colour] of steps.entries()) {
    pen.fillStyle = colour
    // 0.5 px wider, so that no gaps show between steps.
    pen.fillRect(box.left + step * stepPx, top, stepPx + 0.5, BAR_PX)
  }
  pen.fillStyle = colours.inkMuted
  pen.textBaseline = 'top'
  pen.textAlign = 'left'
  const largest = Math.max(Math.abs(scale.low), Math.abs(scale.high))
  pen.fillText(formatFigure(scale.low, largest), box.left, top + BAR_PX + 4)
  pen.textAlign = 'right'
  pen.fillText(withUnit(formatFigure(scale.high, largest), unit), box.left + width, top + BAR_PX + 4)
  if (scale.low >= 0) return
  const left = box.left + width + 20
  pen.fillStyle = steps[0] ?? ''
  pen.fillRect(left, top - 2, BAR_PX + 4, BAR_PX + 4)
  pen.fillStyle = colours.isDark ? '#fff' : '#000'
  pen.fillRect(left + 5, top + 3, 4, 4)
  pen.fillStyle = colours.inkMuted
  pen.textAlign = 'left'
  pen.textBaseline = 'middle'
  pen.fillText('below zero', left + BAR_PX + 10, top + BAR_PX / 2)
}

const IMAGE_HEIGHT_PX = 520

export async function drawHeatImage(frame: ImageFrame, { timesS, curves }: ChartData, unit: string) {
  const colours = await readImageColours()
  const values = curves[0]?.values ?? []
  const scale = rangeOf(values)
  const grid = createHeatGrid(timesS)
  const size = { widthPx: IMAGE_CONTENT_PX, heightPx: IMAGE_HEIGHT_PX }
  return drawFramed(frame, colours, IMAGE_HEIGHT_PX, (pen) => {
    if (scale !== null) drawHeat(pen, { grid, values, scale, unit, colours, ...size })
  })
}
