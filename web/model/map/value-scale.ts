import type { ForecastAnswer } from '#contract/forecast.ts'
import { DEPTHS, type ShapeDepth } from '#web/map/shape-paint.ts'
import { type Metric, metricValue } from '#web/model/view/metric.ts'
import { scaleEnd } from '#web/model/view/scale-end.ts'

/** The end of the colour scale of a day over all countries and hours, MW. */
export function valueScale(answer: ForecastAnswer | undefined, metric: Metric): number {
  const entries = Object.values(answer ?? {}).flatMap((hours) => Object.values(hours))
  return scaleEnd(entries.map((entry) => metricValue(metric, entry)))
}

/** How deep a value's colour is. By the square root, so that small countries differ beside Germany. */
export function depthOf(value: number | null, scaleMw: number): ShapeDepth {
  const share = value === null ? 0 : Math.sqrt(Math.abs(value) / scaleMw)
  return DEPTHS[Math.min(Math.floor(share * DEPTHS.length), DEPTHS.length - 1)] ?? 0
}
