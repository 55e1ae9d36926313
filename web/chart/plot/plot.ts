import uPlot from 'uplot'

import { fullWindow, onStamps, type TimeWindow } from '#web/chart/data/time-window.ts'

import { denseLength } from './buckets.ts'
import type { PlotContext, PlotSize, PlotView } from './context.ts'
import { engineData, plotOptions, scaleLimits } from './options.ts'
import { onThemeChange, readColours } from './palette.ts'
import { addTouch, createReading, engineCursor } from './reading.ts'
import { bandColumns, bandSeries, drawnCurves } from './series.ts'
import { createTooltip } from './tooltip.ts'

const NOW_MOVES_EVERY_MS = 60_000
/** Delays fading, so that moving to a button does not redraw: a year of a group keeps a slow processor busy before the press shows. */
const FADE_AFTER_MS = 100

export interface PlotSetup extends PlotView {
  host: HTMLElement
  size: PlotSize
  unit: string
  /** Epoch seconds of a vertical line. */
  markS: number | null
}

export interface PlotEvents {
  onReading: (index: number | null) => void
  onZoom: (zoom: TimeWindow | null) => void
  /** Bucket length in seconds; `null` if there are fewer values than pixels. */
  onDensity: (lengthS: number | null) => void
}

export type Plot = ReturnType<typeof createPlot>

/** `events` returns the current callbacks, which change with every render. */
export function createPlot(setup: PlotSetup, events: () => PlotEvents) {
  const { host, size, unit } = setup
  const context: PlotContext = { colours: readColours(host), unit, view: setup, scale: 1 }
  const tooltip = createTooltip(host, setup, unit)
  const reading = createReading(context, tooltip, (index) => events().onReading(index))
  const zoomTo = (zoom: TimeWindow | null) =>
    events().onZoom(zoom === null ? null : onStamps(context.view.data.timesS, zoom))

  const { cursor, release } = engineCursor(context, reading.onPointer, () => zoomTo(null))
  const options = plotOptions(context, size)
  const hooks = {
    ...options.hooks,
    setCursor: [reading.onCursor],
    setSelect: [(plot: uPlot) => zoomTo(readSelection(plot))],
    draw: [() => mark.place(), reportDensity],
  }
  const engine = new uPlot({ ...options, cursor, hooks }, engineData(setup.data), host)
  let density: number | null | undefined
  function reportDensity(plot: uPlot) {
    const lengthS = denseLength(plot, context)
    if (lengthS !== density) events().onDensity((density = lengthS))
  }
  const mark = createMark(engine)
  mark.show(setup.markS)

  /** The set of curves must stay the same. */
  function setView(view: PlotView) {
    const previous = context.view
    context.view = view
    tooltip.setView(view)
    engine.batch(() => applyView(engine, previous, view))
    reading.restore(engine)
  }

  const removeTouch = addTouch(engine.over, {
    timesS: () => context.view.data.timesS,
    window: () => context.view.zoom ?? fullWindow(context.view.data.timesS),
    readAt: (left) => reading.readAt(engine, left),
    preview: (zoom) => setView({ ...context.view, zoom }),
    commit: zoomTo,
  })
  const endTheme = onThemeChange(() => {
    context.colours = readColours(host)
    engine.redraw(false, true)
  })
  let isInSight = false
  /** Of another chart while this one was out of sight. */
  let missedTimeS: number | null | undefined
  const follow = (timeS: number | null | undefined) => {
    if (isInSight && timeS !== undefined) reading.follow(engine, timeS)
    missedTimeS = isInSight ? undefined : timeS
  }
  const sight = new IntersectionObserver(([entry]) => {
    isInSight = entry?.isIntersecting === true
    if (isInSight) follow(missedTimeS)
  })
  sight.observe(host)
  const clock = setInterval(() => engine.redraw(false, false), NOW_MOVES_EVERY_MS)
  const fading = createFading(engine)

  return {
    setSize: (next: PlotSize) => engine.setSize(next),
    setView,
    /** Outside the view: read once a zoom brings it into view. */
    read: (index: number | null) => reading.readIndex(engine, index),
    /** Reads a moment of another chart, once in sight: of twelve charts, most are not. */
    follow: (timeS: number | null) => follow(timeS),
    mark: mark.show,
    highlight: (name: string | null) => fading.highlight(name),
    destroy() {
      clearInterval(clock)
      fading.end()
      sight.disconnect()
      endTheme()
      removeTouch()
      release()
      tooltip.remove()
      engine.destroy()
    },
  }
}

function readSelection(plot: uPlot): TimeWindow {
  const { left, width } = plot.select
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
  return { fromS: plot.posToVal(left, 'x'), toS: plot.posToVal(left + width, 'x') }
}

function applyView(engine: uPlot, previous: PlotView, view: PlotView) {
  const { data, hidden, zoom, hasMeans, valueRange } = view
  const isNewData = data !== previous.data
  if (isNewData) engine.setData(engineData(data), false)
  const limits = scaleLimits(data.timesS, zoom)
  const isNewRange = isNewData || zoom !== previous.zoom || valueRange !== previous.valueRange
  if (limits !== null && isNewRange) engine.setScale('x', limits)
  if (hasMeans !== previous.hasMeans) engine.redraw()
  const show = (position: number, isShown: boolean) => {
    if (engine.series[position]?.show !== isShown) engine.setSeries(position, { show: isShown })
  }
  for (const [column, series] of bandSeries(data, hidden).entries()) show(column + 1, series.show === true)
  for (const [order, { name }] of drawnCurves(data).entries())
    show(bandColumns(data) + 1 + order, !hidden.includes(name))
}

function createFading(engine: uPlot) {
  let shown: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  function fade(name: string | null) {
    if (name === shown) return
    shown = name
    const { series } = engine
    const [first = null, ...others] = [...series.keys()].filter((index) => series[index]?.label === name)
    engine.setSeries(first, { focus: true })
    // uPlot focuses one series, but a measured curve with its forecast has two.
    for (const index of others) Object.assign(series[index] ?? {}, { alpha: 1 })
  }
  return {
    highlight(name: string | null) {
      clearTimeout(timer)
      if (name === null) fade(null)
      else timer = setTimeout(() => fade(name), FADE_AFTER_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** A vertical line that moves without redrawing the curves. */
function createMark(engine: uPlot) {
  const line = document.createElement('div')
  line.className = 'chart-mark'
  line.hidden = true
  engine.under.append(line)
  let markedS: number | null = null

  function place() {
    const { min = 0, max = 0 } = engine.scales['x'] ?? {}
    line.hidden = markedS === null || !(markedS >= (min ?? 0) && markedS <= (max ?? 0))
    if (markedS !== null && !line.hidden)
      line.style.transform = `translateX(${Math.round(engine.valToPos(markedS, 'x'))}px)`
  }

  return {
    show: (timeS: number | null) => {
      markedS = timeS
      place()
    },
    place,
  }
}
