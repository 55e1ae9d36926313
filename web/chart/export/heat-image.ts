import { type ChartData, rangeOf } from '#web/chart/data/chart-data.ts'
import { drawHeat } from '#web/chart/heat/draw-heat.ts'
import { createHeatGrid } from '#web/chart/heat/heat-grid.ts'

import { drawFramed, IMAGE_CONTENT_PX, type ImageFrame, readImageColours } from './image-frame.ts'

const HEIGHT_PX = 520

/** Draws the heat map of the first curve as a PNG. */
export async function drawHeatImage(
  frame: ImageFrame,
  { timesS, curves }: ChartData,
  unit: string,
): Promise<Blob> {
  const colours = await readImageColours()
  const values = curves[0]?.values ?? []
  const scale = rangeOf(values)
  const grid = createHeatGrid(timesS)
  const size = { widthPx: IMAGE_CONTENT_PX, heightPx: HEIGHT_PX }
  return drawFramed(frame, colours, HEIGHT_PX, (pen) => {
    if (scale !== null) drawHeat(pen, { grid, values, scale, unit, colours, ...size })
  })
}
