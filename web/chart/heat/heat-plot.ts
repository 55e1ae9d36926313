import { type ChartData, rangeOf } from '#web/chart/data/chart-data.ts'
import { onResize } from '#web/chart/plot/context.ts'
import { onThemeChange, readColours } from '#web/chart/plot/palette.ts'
import { createTooltip } from '#web/chart/plot/tooltip.ts'

import { drawHeat, heatBox, placeBox } from './draw-heat.ts'
import { type HeatGrid, stampAt } from './heat-grid.ts'

export type HeatPlot = ReturnType<typeof createHeatPlot>

/** The canvas of a heat map with its outline and tooltip. It is drawn when its host has a size, and again when size or theme change. */
export function createHeatPlot(host: HTMLElement, data: ChartData, grid: HeatGrid, unit: string) {
  const canvas = document.createElement('canvas')
  const outline = document.createElement('div')
  outline.className = 'heat-cell'
  outline.hidden = true
  host.append(canvas, outline)
  const tooltip = createTooltip(host, { data, hidden: [] }, unit)
  const values = data.curves[0]?.values ?? []
  const scale = rangeOf(values)
  let widthPx = 0
  let heightPx = 0

  function draw() {
    const pen = canvas.getContext('2d')
    if (pen === null || scale === null || widthPx === 0) return
    const ratio = devicePixelRatio
    canvas.width = Math.round(widthPx * ratio)
    canvas.height = Math.round(heightPx * ratio)
    pen.scale(ratio, ratio)
    drawHeat(pen, { grid, values, scale, unit, colours: readColours(host), widthPx, heightPx })
  }

  /** Outlines the cell of a stamp and tells its value; `null` for none. */
  function show(index: number | null): void {
    const place = grid.places[index ?? -1]
    outline.hidden = place === undefined
    if (place === undefined || index === null) return tooltip.hide()
    const { left, top, width, height } = placeBox(grid, heatBox(widthPx, heightPx), place)
    outline.style.transform = `translate(${left}px, ${top}px)`
    outline.style.width = `${width}px`
    outline.style.height = `${height}px`
    tooltip.show(index, left + width / 2, widthPx)
  }

  const endResize = onResize(host, (size) => {
    widthPx = size.width
    heightPx = size.height
    show(null)
    draw()
  })
  const endTheme = onThemeChange(draw)

  return {
    show,
    /** The stamp at a point of the page; `null` where there is none. */
    indexAt(clientX: number, clientY: number) {
      const { left, top } = canvas.getBoundingClientRect()
      const box = heatBox(widthPx, heightPx)
      return stampAt(grid, (clientX - left - box.left) / box.width, (clientY - top - box.top) / box.height)
    },
    destroy() {
      endResize()
      endTheme()
      tooltip.remove()
      outline.remove()
      canvas.remove()
    },
  }
}
