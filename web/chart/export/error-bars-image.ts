import type { ComparedErrors } from '#web/chart/data/forecast-errors.ts'
import { formatAxisValues } from '#web/chart/format/value-format.ts'
import { barPlace, barsTitle, errorScale, slotHead } from '#web/chart/legend/error-legend.ts'
import { curveStroke, FONT_PX, plotFont } from '#web/chart/plot/palette.ts'

import type { ImagePart } from './chart-image.ts'
import { IMAGE_CONTENT_PX } from './image-frame.ts'

const TOP_PX = 20
const TITLE_PX = 24
const HEAD_PX = 20
const NAME_PX = 200
const AXIS_PX = 60
const ROW_PX = 64
const BARS_PX = 48
const GAP_PX = 1

export function errorBarsPart({ rows, cycle }: ComparedErrors, unit: string): ImagePart {
  const scale = errorScale(rows)
  const labels = formatAxisValues(scale.ticks)
  const leftPx = NAME_PX + AXIS_PX
  const slotPx = (IMAGE_CONTENT_PX - leftPx) / cycle.slots.length
  return {
    heightPx: TOP_PX + TITLE_PX + HEAD_PX + rows.length * ROW_PX,
    draw(pen, colours) {
      pen.textBaseline = 'alphabetic'
      pen.font = plotFont(colours, FONT_PX, 500)
      pen.fillStyle = colours.inkMuted
      pen.fillText(barsTitle(cycle, unit), 0, TOP_PX + 12)
      pen.font = plotFont(colours)
      for (const index of cycle.slots.keys())
        pen.fillText(slotHead(cycle, index), leftPx + index * slotPx, TOP_PX + TITLE_PX + 12)
      for (const [position, { curve, bySlot }] of rows.entries()) {
        const footPx = TOP_PX + TITLE_PX + HEAD_PX + (position + 1) * ROW_PX - (ROW_PX - BARS_PX) / 2
        const zeroPx = footPx - barPlace(0, scale).from * BARS_PX
        pen.fillStyle = colours.ink
        pen.fillText(curve.name, 0, zeroPx, NAME_PX - 12)
        pen.fillStyle = colours.inkMuted
        pen.textAlign = 'right'
        for (const [index, tick] of scale.ticks.entries()) {
          const { from, height } = barPlace(tick, scale)
          pen.fillText(
            labels[index] ?? '',
            leftPx - 8,
            footPx - (tick > 0 ? from + height : from) * BARS_PX + 4,
          )
        }
        pen.textAlign = 'left'
        pen.fillStyle = colours.line
        pen.fillRect(leftPx, zeroPx, IMAGE_CONTENT_PX - leftPx, 1)
        pen.fillStyle = curveStroke(curve, colours)
        pen.strokeStyle = pen.fillStyle
        pen.lineWidth = 1
        for (const [index, { figures }] of bySlot.entries()) {
          if (figures === null) continue
          const barPx = slotPx / 2 - GAP_PX
          const xPx = leftPx + index * slotPx
          const mae = barPlace(figures.mae, scale)
          const bias = barPlace(figures.bias, scale)
          pen.fillRect(xPx + GAP_PX, footPx - (mae.from + mae.height) * BARS_PX, barPx, mae.height * BARS_PX)
          pen.strokeRect(
            xPx + slotPx / 2 + 0.5,
            footPx - (bias.from + bias.height) * BARS_PX,
            barPx - 1,
            bias.height * BARS_PX,
          )
        }
      }
    },
  }
}
