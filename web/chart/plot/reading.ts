import uPlot from 'uplot'

import { fullWindow } from '#web/chart/data/time-window.ts'

import type { PlotView } from './options.ts'
import type { Tooltip } from './tooltip.ts'

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
  /** Shows what another chart reads: line and points, without a tooltip and without an event. */
  follow: (engine: uPlot, timeS: number | null) => void
}

export function createReading(tooltip: Tooltip, onReading: (index: number | null) => void): PlotReading {
  let reported: number | null = null
  let keyboardIndex: number | null = null
  let isFollowing = false

  function onPointer() {
    isFollowing = false
    keyboardIndex = null
  }

  function restore(engine: uPlot, { data, zoom }: PlotView) {
    const timeS = keyboardIndex === null ? undefined : data.timesS[keyboardIndex]
    const window = zoom ?? fullWindow(data.timesS)
    if (timeS === undefined || window === null || timeS < window.fromS || timeS > window.toS) return
    isFollowing = false
    engine.setCursor({ left: engine.valToPos(timeS, 'x'), top: 0 })
  }

  return {
    onCursor({ cursor, bbox, width }) {
      if (isFollowing) return
      const { left = -1, idx = null } = cursor
      const index = left < 0 ? null : idx
      if (index === null) tooltip.hide()
      else tooltip.show(index, left + bbox.left / uPlot.pxRatio, width)
      if (index !== reported) onReading((reported = index))
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
    follow(engine, timeS) {
      const { min = 0, max = 0 } = engine.scales['x'] ?? {}
      const isInView = timeS !== null && timeS >= min && timeS <= max
      isFollowing = true
      keyboardIndex = reported = null
      tooltip.hide()
      engine.setCursor(isInView ? { left: engine.valToPos(timeS, 'x'), top: 0 } : NOWHERE)
    },
  }
}
