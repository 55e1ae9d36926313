import type uPlot from 'uplot'

import { momentOf, wallClock } from '#web/zone/wall-clock.ts'

import type { PlotContext } from './context.ts'

const HOUR_S = 3600
/** Days and weeks average out the daily swing, which would otherwise fill the chart. */
const LENGTHS_S = [HOUR_S, 3 * HOUR_S, 6 * HOUR_S, 24 * HOUR_S, 7 * 24 * HOUR_S, 28 * 24 * HOUR_S] as const
const MIN_PX = 2

export function bucketLength(windowS: number, widthPx: number): number {
  return LENGTHS_S.find((lengthS) => (lengthS / windowS) * widthPx >= MIN_PX) ?? LENGTHS_S[5]
}

export function bucketLabel(lengthS: number): string {
  return `${bucketName(lengthS / HOUR_S)} mean and range`
}

function bucketName(hours: number): string {
  if (hours === 24) return 'Daily'
  if (hours === 7 * 24) return 'Weekly'
  if (hours === 28 * 24) return '4-week'
  return hours === 1 ? 'Hourly' : `${hours}-hour`
}

export interface Bucket {
  timeS: number
  mean: number
  low: number
  high: number
  count: number
  isJoined: boolean
}

/** `from` and `to` are included. */
export function bucketValues(
  timesS: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  [from, to]: readonly [from: number, to: number],
  lengthS: number,
): Bucket[] {
  const originS = localMidnight(timesS[from] ?? 0)
  const buckets: Bucket[] = []
  let key = Number.NaN
  let lastKey = Number.NaN
  let sum = 0
  let count = 0
  /** The bucket has only stamps of other curves, so the line crosses it. */
  let isCrossed = false
  let low = Infinity
  let high = -Infinity
  function close() {
    if (count > 0) {
      const timeS = originS + (key + 0.5) * lengthS
      buckets.push({ timeS, mean: sum / count, low, high, count, isJoined: key === lastKey + 1 })
      lastKey = key
    } else if (isCrossed && key === lastKey + 1) lastKey = key
    sum = count = 0
    isCrossed = true
    low = Infinity
    high = -Infinity
  }
  for (let index = from; index <= to; index++) {
    const own = Math.floor(((timesS[index] ?? 0) - originS) / lengthS)
    if (own !== key) {
      close()
      key = own
    }
    const value = values[index]
    if (value === null) isCrossed = false
    if (value === null || value === undefined) continue
    sum += value
    count++
    if (value < low) low = value
    if (value > high) high = value
  }
  close()
  return buckets
}

function localMidnight(timeS: number): number {
  return momentOf(wallClock(timeS * 1000).setUTCHours(0, 0, 0, 0)) / 1000
}

/** Bucket length in seconds; `null` if there are no more values than pixels. */
export function denseLength(plot: uPlot, { scale, view }: PlotContext): number | null {
  // Sorted values are a smooth line, however many there are.
  if (view.data.ranks !== undefined) return null
  const [from, to] = shownIndexes(plot)
  const widthPx = plot.width / scale
  if (to - from <= widthPx) return null
  return bucketLength((plot.data[0][to] ?? 0) - (plot.data[0][from] ?? 0), widthPx)
}

export function meansLength(plot: uPlot, context: PlotContext): number | null {
  return context.view.hasMeans ? denseLength(plot, context) : null
}

function shownIndexes(plot: uPlot): readonly [from: number, to: number] {
  return plot.series[0]?.idxs ?? [0, -1]
}

export function densePaths(plot: uPlot, seriesIndex: number, lengthS: number) {
  const values = plot.data[seriesIndex] ?? []
  const buckets = bucketValues(plot.data[0], values, shownIndexes(plot), lengthS)
  const at = (timeS: number, value: number): Point => [
    plot.valToPos(timeS, 'x', true),
    plot.valToPos(value, 'y', true),
  ]
  const stretches: Bucket[][] = []
  for (const bucket of buckets) {
    const last = stretches.at(-1)
    if (bucket.isJoined && last !== undefined) last.push(bucket)
    else stretches.push([bucket])
  }
  const fullest = Math.max(...buckets.map(({ count }) => count))
  const line = new Path2D()
  const range = new Path2D()
  for (const stretch of stretches) {
    // A bucket at the edge that is less than half full shows only its range.
    const means = stretch.filter(({ count }) => count * 2 >= fullest)
    trace(
      line,
      means.map(({ timeS, mean }) => at(timeS, mean)),
    )
    const highs = stretch.map(({ timeS, high }) => at(timeS, high))
    const lows = stretch.map(({ timeS, low }) => at(timeS, low))
    trace(range, [...highs, ...lows.toReversed()])
    range.closePath()
  }
  return { line, range }
}

type Point = readonly [x: number, y: number]

function trace(path: Path2D, points: readonly Point[]) {
  for (const [index, [x, y]] of points.entries()) {
    if (index === 0) path.moveTo(x, y)
    // A line to its own start draws a lone bucket as a dot.
    path.lineTo(x, y)
  }
}
