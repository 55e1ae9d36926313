import type uPlot from 'uplot'

import { type Bucket, bucketLength, bucketValues } from './buckets.ts'
import type { PlotContext } from './context.ts'

type Values = uPlot.AlignedData[number]

/** How mean and range of a curve are drawn: the line of its means, and the area from the lowest to the highest values. */
export interface DensePaths {
  line: Path2D
  range: Path2D
}

/**
 * The length, in seconds, of the stretches that can sum up a plot with more than one value per pixel, whose lines fill whole columns.
 * `null` where every value can be told from the next.
 */
export function denseLength(plot: uPlot, { scale, data }: PlotContext): number | null {
  // Sorted values are a smooth line, however many they are.
  if (data.ranks !== undefined) return null
  const [from, to] = shownIndexes(plot)
  const widthPx = plot.width / scale
  if (to - from <= widthPx) return null
  return bucketLength((plot.data[0][to] ?? 0) - (plot.data[0][from] ?? 0), widthPx)
}

/** The same where mean and range are to be drawn. */
export function meansLength(plot: uPlot, context: PlotContext): number | null {
  return context.hasMeans ? denseLength(plot, context) : null
}

const lastByValues = new WeakMap<Values, { key: string; paths: DensePaths }>()

/** Both paths of a series as mean and range. They are kept until the window, the size or the axis changes. */
export function densePaths(plot: uPlot, seriesIndex: number, lengthS: number): DensePaths {
  const values = plot.data[seriesIndex] ?? []
  const { left, top, width, height } = plot.bbox
  const { min, max } = plot.scales['y'] ?? {}
  const key = [...shownIndexes(plot), lengthS, left, top, width, height, min, max].join(' ')
  const last = lastByValues.get(values)
  if (last?.key === key) return last.paths
  const paths = drawPaths(plot, bucketValues(plot.data[0], values, shownIndexes(plot), lengthS))
  lastByValues.set(values, { key, paths })
  return paths
}

function shownIndexes(plot: uPlot): readonly [from: number, to: number] {
  return plot.series[0]?.idxs ?? [0, -1]
}

function drawPaths(plot: uPlot, buckets: readonly Bucket[]): DensePaths {
  const points = buckets.map((bucket) => ({
    ...bucket,
    x: plot.valToPos(bucket.timeS, 'x', true),
    meanY: plot.valToPos(bucket.mean, 'y', true),
    lowY: plot.valToPos(bucket.low, 'y', true),
    highY: plot.valToPos(bucket.high, 'y', true),
  }))
  const stretches: Point[][] = []
  for (const point of points) {
    const last = stretches.at(-1)
    if (point.isJoined && last !== undefined) last.push(point)
    else stretches.push([point])
  }
  const fullest = Math.max(...buckets.map(({ count }) => count))
  const line = new Path2D()
  const range = new Path2D()
  for (const stretch of stretches) {
    drawRange(range, stretch)
    drawLine(
      line,
      stretch.filter(({ count }) => count * 2 >= fullest),
    )
  }
  return { line, range }
}

interface Point extends Bucket {
  x: number
  meanY: number
  lowY: number
  highY: number
}

/** A bucket at the edge of the data that is less than half full has no mean worth drawing: its range is enough. */
function drawLine(path: Path2D, points: readonly Point[]) {
  const [first] = points
  if (first === undefined) return
  path.moveTo(first.x, first.meanY)
  // A line to its own start shows a lone bucket as a dot.
  for (const { x, meanY } of points) path.lineTo(x, meanY)
}

function drawRange(path: Path2D, points: readonly Point[]) {
  const [first] = points
  if (first === undefined) return
  path.moveTo(first.x, first.highY)
  for (const { x, highY } of points) path.lineTo(x, highY)
  for (const { x, lowY } of points.toReversed()) path.lineTo(x, lowY)
  path.closePath()
}
