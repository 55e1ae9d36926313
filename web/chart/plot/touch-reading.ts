import { shownZoom, type TimeWindow } from '#web/chart/data/time-window.ts'

/** A finger that has moved less may still start to scroll. */
const SLOP_PX = 6
/** Fingers closer than this give an unsteady scale. */
const MIN_SPREAD_PX = 24

export interface TouchActions {
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
