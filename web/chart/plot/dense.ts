import type uPlot from 'uplot'

import { type Bucket, bucketLength, bucketValues } from './buckets.ts'
import type { PlotContext } from './context.ts'

type Values = uPlot.AlignedData[number]

/** How mean and range of a curve are drawn: the line of its means, and the area from the lowest to the highest values. */
export interface DensePaths {
  line: Path2D
  range: Path2D
}

/** In seconds, the stretches that can sum up a plot with more than one value per pixel; `null` where every value can be told from the next. */
export function denseLength(plot: uPlot, { scale, view }: PlotContext): number | null {
  // Sorted values are a smooth line, however many they are.
  if (view.data.ranks !== undefined) return null
  const [from, to] = shownIndexes(plot)
  const widthPx = plot.width / scale
  if (to - from <= widthPx) return null
  return bucketLength((plot.data[0][to] ?? 0) - (plot.data[0][from] ?? 0), widthPx)
}

/** The same where mean and range are to be drawn. */
export function meansLength(plot: uPlot, context: PlotContext): number | null {
  return context.view.hasMeans ? denseLength(plot, context) : null
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
    // A bucket at the edge of the data that is less than half full has no mean worth drawing: its range is enough.
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
    // A line to its own start shows a lone bucket as a dot.
    path.lineTo(x, y)
  }
}
