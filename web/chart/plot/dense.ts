import type uPlot from 'uplot'
import { type Bucket, bucketLength, bucketValues } from './buckets.ts'
import type { PlotContext } from './context.ts'

type Values = uPlot.AlignedData[number]

/** How one curve of a dense plot is drawn: the line of its means, and the area from the lowest to the highest values. */
export interface DensePaths {
  line: Path2D
  range: Path2D
}

/**
 * The length of the stretches, in seconds, into which a plot is summed up that has more than one value a pixel: as a line
 * these would be a slab of colour. `null` where the values themselves can be drawn.
 */
export function denseLength(plot: uPlot, { scale }: PlotContext): number | null {
  const [from, to] = shownIndexes(plot)
  const widthPx = plot.width / scale
  if (to - from <= widthPx) return null
  return bucketLength((plot.data[0][to] ?? 0) - (plot.data[0][from] ?? 0), widthPx)
}

const lastByValues = new WeakMap<Values, { key: string; paths: DensePaths }>()

/** Both paths of a series of a dense plot. They are kept until the window, the size or the axis changes. */
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
  const line = new Path2D()
  const range = new Path2D()
  const y = (value: number) => plot.valToPos(value, 'y', true)
  let stretch: Bucket[] = []
  const xs = new Map(buckets.map((bucket) => [bucket, plot.valToPos(bucket.timeS, 'x', true)]))
  const x = (bucket: Bucket) => xs.get(bucket) ?? 0
  function closeRange() {
    for (const [index, bucket] of stretch.entries())
      if (index === 0) range.moveTo(x(bucket), y(bucket.high))
      else range.lineTo(x(bucket), y(bucket.high))
    for (const bucket of stretch.toReversed()) range.lineTo(x(bucket), y(bucket.low))
    if (stretch.length > 0) range.closePath()
    stretch = []
  }
  for (const bucket of buckets) {
    if (bucket.isJoined) line.lineTo(x(bucket), y(bucket.mean))
    else {
      closeRange()
      // A line to its own start shows a lone bucket as a dot.
      line.moveTo(x(bucket), y(bucket.mean))
      line.lineTo(x(bucket), y(bucket.mean))
    }
    stretch.push(bucket)
  }
  closeRange()
  return { line, range }
}
