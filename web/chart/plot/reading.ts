import uPlot from 'uplot'

import { fullWindow, shownZoom, type TimeWindow } from '#web/chart/data/time-window.ts'

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
  let isFollowing = false

  function onPointer() {
    isFollowing = false
    keyboardIndex = null
  }

  function restore(engine: uPlot) {
    const { data, zoom } = context.view
    const timeS = keyboardIndex === null ? undefined : data.timesS[keyboardIndex]
    const window = zoom ?? fullWindow(data.timesS)
    if (timeS === undefined || window === null || timeS < window.fromS || timeS > window.toS) return
    isFollowing = false
    engine.setCursor({ left: engine.valToPos(timeS, 'x'), top: 0 })
  }

  return {
    onCursor: ({ cursor, bbox, width }: uPlot) => {
      const { left = -1, idx = null } = cursor
      const index = left < 0 ? null : idx
      if (index === null) tooltip.hide()
      else tooltip.show(index, left + bbox.left / uPlot.pxRatio, width)
      if (!isFollowing && index !== reported) onReading((reported = index))
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
    /** Shows another chart's reading without an event. */
    follow(engine: uPlot, timeS: number | null) {
      const { min = 0, max = 0 } = engine.scales['x'] ?? {}
      const isInView = timeS !== null && timeS >= min && timeS <= max
      isFollowing = true
      keyboardIndex = reported = null
      engine.setCursor(isInView ? { left: engine.valToPos(timeS, 'x'), top: 0 } : NOWHERE)
    },
  }
}

/** A finger that has moved less may still start to scroll. */
const SLOP_PX = 6
/** Fingers closer than this give an unsteady scale. */
const MIN_SPREAD_PX = 24

interface TouchActions {
  timesS: () => readonly number[]
  window: () => TimeWindow | null
  /** `null` ends reading. */
  readAt: (leftPx: number | null) => void
  /** Shows a window during a pinch. */
  preview: (zoom: TimeWindow | null) => void
  /** Keeps the window after a pinch. */
  commit: (zoom: TimeWindow | null) => void
}

interface Pinch {
  firstS: number
  secondS: number
  zoom: TimeWindow | null
}

/** One finger reads sideways and scrolls vertically (`touch-action: pan-y`); two zoom. A reading stays until a touch elsewhere. */
export function addTouch(over: HTMLElement, actions: TouchActions): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const fingers = new Map<number, { startPx: number; leftPx: number }>()
  let isReading = false
  let pinch: Pinch | null = null

  const place = (event: PointerEvent) => event.clientX - over.getBoundingClientRect().left
  const timeAt = (leftPx: number, { fromS, toS }: TimeWindow) =>
    fromS + ((toS - fromS) * leftPx) / over.clientWidth
  const pair = () => {
    const [first = 0, second = 0] = [...fingers.values()].map(({ leftPx }) => leftPx).sort((a, b) => a - b)
    return { first, second, spread: Math.max(MIN_SPREAD_PX, second - first) }
  }

  function onDown(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    fingers.set(event.pointerId, { startPx: place(event), leftPx: place(event) })
    const window = actions.window()
    if (fingers.size !== 2 || window === null) return
    const { first, spread } = pair()
    pinch = { firstS: timeAt(first, window), secondS: timeAt(first + spread, window), zoom: window }
    actions.readAt(null)
  }

  function onMove(event: PointerEvent) {
    const finger = fingers.get(event.pointerId)
    if (finger === undefined) return
    finger.leftPx = place(event)
    if (pinch !== null) return movePinch(pinch)
    isReading ||= Math.abs(finger.leftPx - finger.startPx) > SLOP_PX
    if (isReading) actions.readAt(Math.max(0, Math.min(over.clientWidth, finger.leftPx)))
  }

  function movePinch(held: Pinch) {
    if (fingers.size !== 2) return
    const { first, spread } = pair()
    const secondsPerPx = (held.secondS - held.firstS) / spread
    const fromS = held.firstS - first * secondsPerPx
    held.zoom = shownZoom(actions.timesS(), { fromS, toS: fromS + over.clientWidth * secondsPerPx })
    actions.preview(held.zoom)
  }

  function onUp(event: PointerEvent) {
    fingers.delete(event.pointerId)
    if (pinch !== null && fingers.size < 2) {
      actions.commit(pinch.zoom)
      pinch = null
      fingers.clear()
    }
    if (fingers.size === 0) isReading = false
  }

  over.addEventListener('pointerdown', onDown, { signal })
  over.addEventListener('pointermove', onMove, { signal })
  over.addEventListener('pointerup', onUp, { signal })
  over.addEventListener('pointercancel', onUp, { signal })
  endReadingElsewhere(over, () => actions.readAt(null), signal)
  return () => listening.abort()
}

function endReadingElsewhere(over: HTMLElement, end: () => void, signal: AbortSignal) {
  document.addEventListener(
    'pointerdown',
    ({ pointerType, target }) => {
      if (pointerType === 'touch' && target !== over && !isOnReading(target)) end()
    },
    { signal },
  )
  // Without this the reading disappears under the finger, and the tap reaches the element below.
  document.addEventListener(
    'touchend',
    (event) => {
      if (!isOnReading(event.target)) return
      if (event.cancelable) event.preventDefault()
      end()
    },
    { signal, passive: false },
  )
}

const isOnReading = (target: EventTarget | null) =>
  target instanceof Element && target.closest('.chart-tooltip') !== null
