/** Epoch seconds, both ends included. */
export interface TimeWindow {
  fromS: number
  toS: number
}

export const ZOOM_STEP = 0.5

/** Shortest window, in steps between stamps. */
const MIN_STEPS = 2

export function fullWindow(timesS: readonly number[]): TimeWindow | null {
  const fromS = timesS[0]
  const toS = timesS.at(-1)
  return fromS === undefined || toS === undefined ? null : { fromS, toS }
}

/** Clips a requested zoom to the stamps; `null` (everything) if it is shorter than two steps or covers all. */
export function shownZoom(timesS: readonly number[], requested: TimeWindow | null): TimeWindow | null {
  const full = fullWindow(timesS)
  if (requested === null || full === null || !(requested.fromS < requested.toS)) return null
  if (requested.toS <= full.fromS || requested.fromS >= full.toS) return null
  const zoom = { fromS: Math.max(requested.fromS, full.fromS), toS: Math.min(requested.toS, full.toS) }
  if (indexFrom(timesS, zoom.toS) - indexFrom(timesS, zoom.fromS) < MIN_STEPS) return null
  return zoom.fromS === full.fromS && zoom.toS === full.toS ? null : zoom
}

/** A window `factor` times as long, widened to stamps; unchanged if it is the shortest already. */
export function scaledWindow(timesS: readonly number[], window: TimeWindow, factor: number, aroundS: number) {
  const fromS = aroundS - (aroundS - window.fromS) * factor
  const toS = aroundS + (window.toS - aroundS) * factor
  const scaled = outToStamps(timesS, { fromS, toS })
  if (indexFrom(timesS, scaled.toS) - indexFrom(timesS, scaled.fromS) < MIN_STEPS) return window
  return shownZoom(timesS, scaled)
}

/** Keeps the length and moves just far enough. */
export function windowWith(timesS: readonly number[], window: TimeWindow | null, timeS: number) {
  if (window === null || (timeS >= window.fromS && timeS <= window.toS)) return window
  const lengthS = window.toS - window.fromS
  const fromS = timeS < window.fromS ? timeS : timeS - lengthS
  return shownZoom(timesS, onStamps(timesS, { fromS, toS: fromS + lengthS }))
}

export function onStamps(timesS: readonly number[], { fromS, toS }: TimeWindow): TimeWindow {
  const nearest = (timeS: number) => timesS[nearestIndex(timesS, timeS) ?? -1] ?? timeS
  return { fromS: nearest(fromS), toS: nearest(toS) }
}

export function stampsIn(timesS: readonly number[], window: TimeWindow | null): number[] {
  return [...timesS.keys()].filter((index) => {
    const timeS = timesS[index] ?? 0
    return window === null || (timeS >= window.fromS && timeS <= window.toS)
  })
}

/** Moves both ends outwards to stamps, so that zooming in and then out returns to the same window. */
function outToStamps(timesS: readonly number[], { fromS, toS }: TimeWindow): TimeWindow {
  const from = indexFrom(timesS, fromS)
  const first = timesS[from] === fromS ? from : from - 1
  return { fromS: timesS[first] ?? fromS, toS: timesS[indexFrom(timesS, toS)] ?? toS }
}

/** `timesS.length` if all are earlier. */
export function indexFrom(timesS: readonly number[], timeS: number): number {
  let low = 0
  let high = timesS.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((timesS[middle] ?? Infinity) < timeS) low = middle + 1
    else high = middle
  }
  return low
}

/** The earlier of two equally close stamps. */
export function nearestIndex(timesS: readonly number[], timeS: number): number | null {
  if (timesS.length === 0) return null
  const after = indexFrom(timesS, timeS)
  const before = after - 1
  const distanceAfter = (timesS[after] ?? Infinity) - timeS
  const distanceBefore = timeS - (timesS[before] ?? -Infinity)
  return distanceBefore <= distanceAfter ? before : after
}

export type CurveStatistics = NonNullable<ReturnType<typeof curveStatistics>>

/** Times are of the first of equal extremes. */
export function curveStatistics(
  timesS: readonly number[],
  values: readonly (number | null)[],
  window: TimeWindow | null,
) {
  const start = window === null ? 0 : indexFrom(timesS, window.fromS)
  let low = -1
  let high = -1
  let last = -1
  let sum = 0
  let count = 0
  for (let index = start; index < timesS.length; index++) {
    if (window !== null && (timesS[index] ?? 0) > window.toS) break
    const value = values[index] ?? null
    if (value === null) continue
    if (low < 0 || value < (values[low] ?? 0)) low = index
    if (high < 0 || value > (values[high] ?? 0)) high = index
    last = index
    sum += value
    count++
  }
  if (count === 0) return null
  return {
    min: values[low] ?? 0,
    minTimeS: timesS[low] ?? 0,
    mean: sum / count,
    max: values[high] ?? 0,
    maxTimeS: timesS[high] ?? 0,
    last: values[last] ?? 0,
    lastTimeS: timesS[last] ?? 0,
  }
}
