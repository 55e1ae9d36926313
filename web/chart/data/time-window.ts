import { indexFrom, nearestIndex } from './moment-index.ts'

/** A span of time, both ends included, epoch seconds. */
export interface TimeWindow {
  fromS: number
  toS: number
}

/** How much longer or shorter one step of zooming makes a window. */
export const ZOOM_STEP = 0.5

/** A window is never zoomed closer than this many steps between stamps. */
const LEAST_STEPS = 2

/** All of the stamps; `null` where there are none. */
export function fullWindow(timesS: readonly number[]): TimeWindow | null {
  const fromS = timesS[0]
  const toS = timesS.at(-1)
  return fromS === undefined || toS === undefined ? null : { fromS, toS }
}

/**
 * A wished zoom as it can be shown: inside the stamps and at least two steps long. `null` means everything:
 * nothing wished, nothing left of the wish, or the wish covers all.
 */
export function shownZoom(timesS: readonly number[], wish: TimeWindow | null): TimeWindow | null {
  const full = fullWindow(timesS)
  if (wish === null || full === null || !(wish.fromS < wish.toS)) return null
  if (wish.toS <= full.fromS || wish.fromS >= full.toS) return null
  const zoom = { fromS: Math.max(wish.fromS, full.fromS), toS: Math.min(wish.toS, full.toS) }
  if (indexFrom(timesS, zoom.toS) - indexFrom(timesS, zoom.fromS) < LEAST_STEPS) return null
  return zoom.fromS === full.fromS && zoom.toS === full.toS ? null : zoom
}

/**
 * A window `factor` times as long (below 1: closer) that keeps a moment at its place on the screen, its ends on
 * stamps. The window as it was where it cannot get closer; `null` where all is shown.
 */
export function scaledWindow(
  timesS: readonly number[],
  window: TimeWindow,
  factor: number,
  aroundS: number,
): TimeWindow | null {
  const fromS = aroundS - (aroundS - window.fromS) * factor
  const toS = aroundS + (window.toS - aroundS) * factor
  const scaled = outToStamps(timesS, { fromS, toS })
  if (indexFrom(timesS, scaled.toS) - indexFrom(timesS, scaled.fromS) < LEAST_STEPS) return window
  return shownZoom(timesS, scaled)
}

/** The window moved just far enough to contain a moment, as long as before. */
export function windowWith(
  timesS: readonly number[],
  window: TimeWindow | null,
  timeS: number,
): TimeWindow | null {
  if (window === null || (timeS >= window.fromS && timeS <= window.toS)) return window
  const lengthS = window.toS - window.fromS
  const fromS = timeS < window.fromS ? timeS : timeS - lengthS
  return shownZoom(timesS, onStamps(timesS, { fromS, toS: fromS + lengthS }))
}

/** Both ends moved to the stamps nearest to them. */
export function onStamps(timesS: readonly number[], { fromS, toS }: TimeWindow): TimeWindow {
  const nearest = (timeS: number) => timesS[nearestIndex(timesS, timeS) ?? -1] ?? timeS
  return { fromS: nearest(fromS), toS: nearest(toS) }
}

/** Both ends moved outwards to stamps: who zooms in and out again sees all that was there. */
function outToStamps(timesS: readonly number[], { fromS, toS }: TimeWindow): TimeWindow {
  const from = indexFrom(timesS, fromS)
  const first = timesS[from] === fromS ? from : from - 1
  return { fromS: timesS[first] ?? fromS, toS: timesS[indexFrom(timesS, toS)] ?? toS }
}
