import type { ForecastAnswer } from '#contract/forecast.ts'
import { DEPTHS, type ShapeDepth } from '#web/map/shape-paint.ts'
import { type Metric, metricValue } from '#web/model/view/metric.ts'

/** The largest absolute value of a day over all countries and hours, rounded up to two digits: the end of the colour scale in MW. */
export function valueScale(answer: ForecastAnswer | undefined, metric: Metric): number {
  let largest = 0
  for (const hours of Object.values(answer ?? {}))
    for (const entry of Object.values(hours)) {
      const value = metricValue(metric, entry)
      if (value !== null) largest = Math.max(largest, Math.abs(value))
    }
  if (largest === 0) return 1
  const step = 10 ** (Math.floor(Math.log10(largest)) - 1)
  return Math.ceil(largest / step) * step
}

/** How deep a value's colour is. By the square root, so that small countries differ beside Germany. */
export function depthOf(value: number | null, scaleMw: number): ShapeDepth {
  const share = value === null ? 0 : Math.sqrt(Math.abs(value) / scaleMw)
  return DEPTHS[Math.min(Math.floor(share * DEPTHS.length), DEPTHS.length - 1)] ?? 0
}
