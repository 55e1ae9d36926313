import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef } from 'react'

import '#web/chart/chart.css'
import { momentSentence } from '#web/chart/chart-summary.ts'
import { useCrosshair } from '#web/chart/crosshair.ts'
import { type ChartData, rangeOf } from '#web/chart/data/chart-data.ts'
import { ownTimeS } from '#web/chart/data/comparison.ts'
import { curveStatistics, nearestIndex } from '#web/chart/data/time-window.ts'
import { formatDayTime } from '#web/chart/format/time-format.ts'
import { formatQuantity } from '#web/chart/format/value-format.ts'
import { CHART_HEIGHT_PX, onResize } from '#web/chart/plot/context.ts'
import { onThemeChange, readColours } from '#web/chart/plot/palette.ts'
import { createTooltip } from '#web/chart/plot/tooltip.ts'
import { useAnnouncer } from '#web/ui/announcer.ts'

import { drawHeat, heatBox, placeBox } from './draw-heat.ts'
import { createHeatGrid, type HeatGrid, stampBeside, stampAt } from './heat-grid.ts'

export function HeatMap(props: {
  data: ChartData
  label: string
  unit: string
  /** Charts with the same key show the moment that one of them reads. */
  syncKey: string
}) {
  const { data, label, unit, syncKey } = props
  const grid = useMemo(() => createHeatGrid(data.timesS), [data.timesS])
  const { ref: regionRef, announce } = useAnnouncer<HTMLDivElement>()
  const { hostRef, plotRef, readRef, read } = useHeatPlot(data, grid, unit, syncKey)
  const id = useId()

  const move = ({ clientX, clientY }: PointerEvent) =>
    read(plotRef.current?.indexAt(clientX, clientY) ?? null)

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape') return read(null)
    const index = movedStamp(grid, data.timesS.length, readRef.current, event.key)
    if (index === undefined) return
    event.preventDefault()
    if (index === null) return
    read(index)
    announce(momentSentence(data, [], index, unit))
  }

  return (
    <figure className="chart">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=application handles its own keys */}
      <div
        ref={hostRef}
        className="chart-focus heat-map cursor-crosshair touch-pan-y"
        style={{ height: CHART_HEIGHT_PX }}
        role="application"
        aria-roledescription="heat map"
        aria-label={label}
        aria-describedby={`${id}summary ${id}keys`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- and is a tab stop
        tabIndex={0}
        onPointerDown={move}
        onPointerMove={move}
        onPointerLeave={() => read(null)}
        onKeyDown={press}
        onBlur={() => read(null)}
      />
      <div ref={regionRef} className="sr-only" aria-live="polite" />
      <div className="sr-only">
        <p id={`${id}summary`}>{heatSentence(data, grid, unit)}</p>
        <p id={`${id}keys`}>{HEAT_KEYBOARD_HELP}</p>
      </div>
    </figure>
  )
}

function useHeatPlot(data: ChartData, grid: HeatGrid, unit: string, syncKey: string) {
  const hostRef = useRef<HTMLDivElement>(null)
  const plotRef = useRef<HeatPlot | null>(null)
  const readRef = useRef<number | null>(null)
  const publishMoment = useCrosshair(syncKey, (timeS) => {
    readRef.current = null
    plotRef.current?.show(timeS === null ? null : nearestIndex(data.timesS, timeS))
  })
  useEffect(() => {
    if (hostRef.current === null) return undefined
    const plot = createHeatPlot(hostRef.current, data, grid, unit)
    plotRef.current = plot
    return () => {
      plotRef.current = null
      plot.destroy()
    }
  }, [data, grid, unit])

  function read(index: number | null) {
    if (index === readRef.current) return
    readRef.current = index
    plotRef.current?.show(index)
    publishMoment(data.timesS[index ?? -1] ?? null)
  }
  return { hostRef, plotRef, readRef, read }
}

function heatSentence(data: ChartData, grid: HeatGrid, unit: string): string {
  const { timesS, curves, comparison } = data
  const [curve] = curves
  const statistics = curve === undefined ? null : curveStatistics(timesS, curve.values, null)
  if (curve === undefined || statistics === null) return 'Heat map without data.'
  const { min, minTimeS, max, maxTimeS } = statistics
  const at = (value: number, timeS: number) =>
    `${formatQuantity(value, unit)} on ${formatDayTime(ownTimeS(curve, comparison, timeS))}`
  const below = curve.values.filter((value) => value !== null && value < 0).length
  const shape =
    grid.cycle.kind === 'day'
      ? `${grid.columns.length} days by ${grid.cycle.slots.length === 24 ? '24 hours' : '96 quarter hours'}`
      : `${grid.columns.length} weeks by 7 days`
  return [
    `Heat map of ${curve.name}, ${shape}.`,
    `Lowest ${at(min, minTimeS)}, highest ${at(max, maxTimeS)}.`,
    ...(below > 0 ? [`${below} values are below zero.`] : []),
  ].join(' ')
}

const HEAT_KEYBOARD_HELP =
  'Left and right arrow keys move to the same hour of other days, up and down to the hours before and after. ' +
  'Page Up and Page Down move by seven columns, Home and End go to the first and last value, Escape stops reading.'

const BESIDE: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 }

/** `null`: no stamp in that direction; `undefined`: another key. */
function movedStamp(grid: HeatGrid, count: number, index: number | null, key: string) {
  const columnsOn = BESIDE[key]
  if (!['ArrowUp', 'ArrowDown', 'Home', 'End'].includes(key) && columnsOn === undefined) return undefined
  if (count === 0) return null
  if (index === null || key === 'Home') return key === 'End' ? count - 1 : 0
  if (key === 'End') return count - 1
  if (columnsOn !== undefined) return stampBeside(grid, index, columnsOn)
  const next = index + (key === 'ArrowDown' ? 1 : -1)
  return next >= 0 && next < count ? next : null
}

type HeatPlot = ReturnType<typeof createHeatPlot>

function createHeatPlot(host: HTMLElement, data: ChartData, grid: HeatGrid, unit: string) {
  const canvas = document.createElement('canvas')
  canvas.className = 'size-full'
  const outline = document.createElement('div')
  // Visible on every colour of the scale.
  outline.className =
    'pointer-events-none absolute top-0 left-0 outline-2 outline-white shadow-[0_0_0_3px_#000,0_0_2px_4px_rgb(0_0_0/0.4)]'
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
