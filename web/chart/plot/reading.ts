import uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'
import { fullWindow } from '#web/chart/data/time-window.ts'

import type { PlotContext } from './context.ts'
import type { PlotView } from './options.ts'
import { bandColumns } from './series.ts'
import type { Tooltip } from './tooltip.ts'

/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 5
const POINT_PX = 9

interface CursorEvents {
  /** A mouse moves over the plot or leaves it. */
  onPointer: () => void
  /** A double click. */
  onReset: () => void
}

/** The engine's crosshair: it snaps to the nearest stamp and marks the curves; a drag selects a span of time. */
export function engineCursor(
  context: PlotContext,
  data: ChartData,
  { onPointer, onReset }: CursorEvents,
): { cursor: uPlot.Cursor; release: () => void } {
  let endDrag = () => {}

  const reported: uPlot.Cursor.MouseListenerFactory = (_plot, target, handle) => (event) => {
    if (event.target !== target) return null
    onPointer()
    return handle(event)
  }
  const cursor: uPlot.Cursor = {
    y: false,
    drag: { x: true, y: false, setScale: false, dist: MIN_DRAG_PX },
    move: (plot, left, top) => [left < 0 ? left : nearestStampPx(plot, left), top],
    points: {
      size: (_plot, index) => (index <= bandColumns(data) ? 0 : POINT_PX),
      width: (_plot, _index, sizePx) => (sizePx === 0 ? 0 : 2),
      stroke: () => context.colours.surface,
    },
    bind: {
      mousemove: reported,
      mouseleave: reported,
      dblclick: () => () => {
        onReset()
        return null
      },
      // The engine listens for the end of a drag on the document and keeps the listener if it is destroyed meanwhile.
      mouseup: (_plot, _target, handle) => {
        const listener = (event: MouseEvent) => (event.button === 0 ? handle(event) : null)
        endDrag = () => document.removeEventListener('mouseup', listener)
        return listener
      },
    },
  }
  return { cursor, release: () => endDrag() }
}

function nearestStampPx(plot: uPlot, leftPx: number): number {
  const timeS = plot.data[0][plot.posToIdx(leftPx)]
  return timeS === undefined ? leftPx : plot.valToPos(timeS, 'x')
}

const NOWHERE = { left: -10, top: -10 }

/** What the crosshair of a plot shows, and what put it there: a pointer, the keyboard, or another chart. */
export interface PlotReading {
  /** The engine moved its crosshair. */
  onCursor: (engine: uPlot) => void
  /** A pointer takes over from the keyboard and from other charts. */
  onPointer: () => void
  /** Reads at a place of the plot; `null` ends reading. */
  readAt: (engine: uPlot, leftPx: number | null) => void
  /** Reads a moment by keyboard: the reading stays at that moment when the view changes. `null` ends reading. */
  readIndex: (engine: uPlot, view: PlotView, index: number | null) => void
  /** Moves the keyboard's reading to its new place after the view has changed. */
  restore: (engine: uPlot, view: PlotView) => void
  /** Shows what another chart reads, without an event; its values too if the plot is in sight. */
  follow: (engine: uPlot, timeS: number | null, isInSight: boolean) => void
}

export function createReading(tooltip: Tooltip, onReading: (index: number | null) => void): PlotReading {
  let reported: number | null = null
  let keyboardIndex: number | null = null
  /** Whether the crosshair is that of another chart. */
  let following: 'in sight' | 'out of sight' | null = null

  function onPointer() {
    following = null
    keyboardIndex = null
  }

  function restore(engine: uPlot, { data, zoom }: PlotView) {
    const timeS = keyboardIndex === null ? undefined : data.timesS[keyboardIndex]
    const window = zoom ?? fullWindow(data.timesS)
    if (timeS === undefined || window === null || timeS < window.fromS || timeS > window.toS) return
    following = null
    engine.setCursor({ left: engine.valToPos(timeS, 'x'), top: 0 })
  }

  return {
    onCursor({ cursor, bbox, width }) {
      const { left = -1, idx = null } = cursor
      const index = left < 0 ? null : idx
      if (index === null || following === 'out of sight') tooltip.hide()
      else tooltip.show(index, left + bbox.left / uPlot.pxRatio, width)
      if (following === null && index !== reported) onReading((reported = index))
    },
    onPointer,
    readAt(engine, left) {
      if (left === null && reported === null) return
      onPointer()
      engine.setCursor(left === null ? NOWHERE : { left, top: 0 })
    },
    readIndex(engine, view, index) {
      keyboardIndex = index
      if (index !== null) restore(engine, view)
      else if (reported !== null) engine.setCursor(NOWHERE)
    },
    restore,
    follow(engine, timeS, isInSight) {
      const { min = 0, max = 0 } = engine.scales['x'] ?? {}
      const isInView = timeS !== null && timeS >= min && timeS <= max
      following = isInSight ? 'in sight' : 'out of sight'
      keyboardIndex = reported = null
      engine.setCursor(isInView ? { left: engine.valToPos(timeS, 'x'), top: 0 } : NOWHERE)
    },
  }
}
