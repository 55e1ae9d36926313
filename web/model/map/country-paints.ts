import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'
import { DEPTHS, type ShapeDepth, type ShapePaint, type ShapeTone } from '#web/map/shape-paint.ts'
import { type Metric, metricValue, scaleEnd } from '#web/model/view/metric.ts'
import { hourKey } from '#web/model/view/playback.ts'
import { formatDifferenceMw, formatMw } from '#web/ui/power-format.ts'

/** The forecast of one country and hour; null if there is none. */
function entryAt(answer: ForecastAnswer | undefined, country: string, hour: number): ForecastEntry | null {
  return answer?.[country]?.[hourKey(hour)] ?? null
}

/** The metric of one country and hour in MW. */
export function valueAt(
  answer: ForecastAnswer | undefined,
  choice: { country: string; hour: number; metric: Metric },
): number | null {
  const entry = entryAt(answer, choice.country, choice.hour)
  return entry === null ? null : metricValue(choice.metric, entry)
}

/** Green above zero, red at zero and below, grey without a value. */
export function toneOf(value: number | null): ShapeTone {
  if (value === null) return 'missing'
  return value > 0 ? 'positive' : 'negative'
}

export function formatMetric(metric: Metric, value: number | null): string {
  return metric === 'final' ? formatMw(value) : formatDifferenceMw(value)
}

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

/** Colour and label of every shape that belongs to a country of the forecast, by the shape's code. */
export function countryPaints(
  countryByShape: ReadonlyMap<string, string>,
  answer: ForecastAnswer | undefined,
  choice: { hour: number; metric: Metric; scaleMw: number },
): Map<string, ShapePaint> {
  const paints = new Map<string, ShapePaint>()
  for (const [shape, country] of countryByShape) {
    const value = valueAt(answer, { country, ...choice })
    paints.set(shape, {
      tone: toneOf(value),
      depth: depthOf(value, choice.scaleMw),
      label: value === null ? null : formatMetric(choice.metric, value),
    })
  }
  return paints
}
