import { type ChartData, rangeOf } from '#web/chart/data/chart-data.ts'
import { onThemeChange, readColours } from '#web/chart/plot/palette.ts'
import { createTooltip } from '#web/chart/plot/tooltip.ts'

import { drawHeat, heatBox, stampBox } from './draw-heat.ts'
import type { HeatGrid } from './heat-grid.ts'

export interface HeatPlot {
  /** Outlines the cell of a stamp and tells its value; `null` for none. */
  show: (index: number | null) => void
  /** Where a point of the page lies in the grid, both from 0 to 1 inside. */
  sharesAt: (clientX: number, clientY: number) => { across: number; down: number } | null
  destroy: () => void
}

/** The canvas of a heat map with its outline and tooltip. It is drawn when its host has a size, and again when size or theme change. */
export function createHeatPlot(
  host: HTMLElement,
  { data, grid, unit }: { data: ChartData; grid: HeatGrid; unit: string },
): HeatPlot {
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
    drawHeat(pen, { grid, values, scale, unit, colours: readColours(host), widthPx, heightPx, ratio })
  }

  function show(index: number | null) {
    const cell = index === null ? null : stampBox(grid, heatBox(widthPx, heightPx), index)
    outline.hidden = cell === null
    if (cell === null || index === null) return tooltip.hide()
    const { left, top, width, height } = cell
    outline.style.transform = `translate(${left}px, ${top}px)`
    outline.style.width = `${width}px`
    outline.style.height = `${height}px`
    tooltip.show(index, left + width / 2, widthPx)
  }

  function fit(width: number, height: number) {
    widthPx = Math.floor(width)
    heightPx = Math.floor(height)
    show(null)
    draw()
  }

  const observer = new ResizeObserver(([entry]) =>
    fit(entry?.contentRect.width ?? 0, entry?.contentRect.height ?? 0),
  )
  observer.observe(host)
  // The observer would call back after the page is printed.
  const fitPaper = () => fit(host.clientWidth, host.clientHeight)
  addEventListener('beforeprint', fitPaper)
  const endTheme = onThemeChange(draw)

  return {
    show,
    sharesAt(clientX, clientY) {
      const { left, top } = canvas.getBoundingClientRect()
      const box = heatBox(widthPx, heightPx)
      const across = (clientX - left - box.left) / box.width
      const down = (clientY - top - box.top) / box.height
      return across >= 0 && across < 1 && down >= 0 && down < 1 ? { across, down } : null
    },
    destroy() {
      removeEventListener('beforeprint', fitPaper)
      observer.disconnect()
      endTheme()
      tooltip.remove()
      outline.remove()
      canvas.remove()
    },
  }
}
