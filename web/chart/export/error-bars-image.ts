import type { ComparedErrors } from '#web/chart/data/forecast-errors.ts'
import { barsTitle, largestBar, slotHead } from '#web/chart/errors/error-bar-words.ts'
import { plotFont } from '#web/chart/plot/context.ts'
import { curveStroke } from '#web/chart/plot/line-style.ts'

import type { ImagePart } from './chart-image.ts'
import { IMAGE_CONTENT_PX, IMAGE_SCALE } from './image-frame.ts'

const TOP_PX = 20
const TITLE_PX = 24
const HEAD_PX = 20
const NAME_PX = 230
const ROW_PX = 48
const HIGHEST_PX = 40
const BAR_GAP_PX = 2

/** The errors by hour of the day (or day of the week) as bars, a row per curve, for the foot of a picture. */
export function errorBarsPart({ rows, cycle }: ComparedErrors, unit: string): ImagePart {
  const largest = largestBar(rows)
  const slotPx = (IMAGE_CONTENT_PX - NAME_PX) / cycle.slots.length
  return {
    heightPx: TOP_PX + TITLE_PX + HEAD_PX + rows.length * ROW_PX,
    draw(pen, colours) {
      pen.save()
      pen.scale(IMAGE_SCALE, IMAGE_SCALE)
      pen.textBaseline = 'alphabetic'
      pen.font = plotFont({ colours, scale: 1 }, 500)
      pen.fillStyle = colours.inkMuted
      pen.fillText(barsTitle(cycle, largest, unit), 0, TOP_PX + 12)
      pen.font = plotFont({ colours, scale: 1 })
      for (const index of cycle.slots.keys())
        pen.fillText(slotHead(cycle, index), NAME_PX + index * slotPx, TOP_PX + TITLE_PX + 12)
      for (const [position, { curve, bySlot }] of rows.entries()) {
        const footPx = TOP_PX + TITLE_PX + HEAD_PX + (position + 1) * ROW_PX
        pen.fillStyle = colours.ink
        pen.fillText(curve.name, 0, footPx - 4, NAME_PX - 12)
        pen.fillStyle = curveStroke(curve, colours)
        for (const [index, { figures }] of bySlot.entries()) {
          const heightPx = largest === 0 ? 0 : ((figures?.mae ?? 0) / largest) * HIGHEST_PX
          pen.fillRect(NAME_PX + index * slotPx, footPx - heightPx, slotPx - BAR_GAP_PX, heightPx)
        }
      }
      pen.restore()
    },
  }
}
