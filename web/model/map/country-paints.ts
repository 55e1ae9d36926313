import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'
import type { ShapePaint, ShapeTone } from '#web/map/shape-paint.ts'
import { type Metric, metricValue } from '#web/model/view/metric.ts'
import { hourKey } from '#web/model/view/playback.ts'
import { formatDifferenceMw, formatMw } from '#web/ui/power-format.ts'

import { depthOf } from './value-scale.ts'

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
