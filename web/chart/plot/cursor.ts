import type uPlot from 'uplot'

import type { ChartData } from '#web/chart/data/chart-data.ts'

import { bandColumns } from './band.ts'
import type { PlotContext } from './context.ts'

/** A drag shorter than this is a click. */
const MIN_DRAG_PX = 5
const POINT_PX = 9

export interface CursorEvents {
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
