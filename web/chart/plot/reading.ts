import uPlot from 'uplot'

import { fullWindow } from '#web/chart/data/time-window.ts'

import type { PlotContext } from './context.ts'
import { bandColumns } from './series.ts'
import type { Tooltip } from './tooltip.ts'

const MIN_DRAG_PX = 5
const POINT_PX = 9

/** `onPointer`: a mouse moved over the plot or left it. */
export function engineCursor(context: PlotContext, onPointer: () => void, onDoubleClick: () => void) {
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
      size: (_plot, index) => (index <= bandColumns(context.view.data) ? 0 : POINT_PX),
      width: (_plot, _index, sizePx) => (sizePx === 0 ? 0 : 2),
      stroke: () => context.colours.surface,
    },
    bind: {
      mousemove: reported,
      mouseleave: reported,
      dblclick: () => () => {
        onDoubleClick()
        return null
      },
      // uPlot listens for `mouseup` on the document and keeps the listener if it is destroyed during a drag.
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

export function createReading(
  context: PlotContext,
  tooltip: Tooltip,
  onReading: (index: number | null) => void,
) {
  let reported: number | null = null
  let keyboardIndex: number | null = null
  let following: 'in sight' | 'out of sight' | null = null

  function onPointer() {
    following = null
    keyboardIndex = null
  }

  function restore(engine: uPlot) {
    const { data, zoom } = context.view
    const timeS = keyboardIndex === null ? undefined : data.timesS[keyboardIndex]
    const window = zoom ?? fullWindow(data.timesS)
    if (timeS === undefined || window === null || timeS < window.fromS || timeS > window.toS) return
    following = null
    engine.setCursor({ left: engine.valToPos(timeS, 'x'), top: 0 })
  }

  return {
    onCursor: ({ cursor, bbox, width }: uPlot) => {
      const { left = -1, idx = null } = cursor
      const index = left < 0 ? null : idx
      if (index === null || following === 'out of sight') tooltip.hide()
      else tooltip.show(index, left + bbox.left / uPlot.pxRatio, width)
      if (following === null && index !== reported) onReading((reported = index))
    },
    onPointer,
    readAt(engine: uPlot, left: number | null) {
      if (left === null && reported === null) return
      onPointer()
      engine.setCursor(left === null ? NOWHERE : { left, top: 0 })
    },
    /** The reading is kept when the view changes. `null` ends reading. */
    readIndex(engine: uPlot, index: number | null) {
      keyboardIndex = index
      if (index !== null) restore(engine)
      else if (reported !== null) engine.setCursor(NOWHERE)
    },
    restore,
    /** Shows another chart's reading without an event; its values only if the plot is in sight. */
    follow(engine: uPlot, timeS: number | null, isInSight: boolean) {
      const { min = 0, max = 0 } = engine.scales['x'] ?? {}
      const isInView = timeS !== null && timeS >= min && timeS <= max
      following = isInSight ? 'in sight' : 'out of sight'
      keyboardIndex = reported = null
      engine.setCursor(isInView ? { left: engine.valToPos(timeS, 'x'), top: 0 } : NOWHERE)
    },
  }
}
