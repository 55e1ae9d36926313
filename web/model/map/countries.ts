import { COUNTRIES, COUNTRY_BY_ISO_A3, countryName, FORECAST_COUNTRIES } from '#contract/countries.ts'
import { type DayMark, STATE_WORDS } from '#contract/data-days.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import type { MapShape } from '#web/map/map-shapes.ts'
import { DEPTHS, type ShapeDepth, type ShapePaint, type ShapeTone } from '#web/map/shape-paint.ts'
import { type ColourScale, commonScale, stepOf } from '#web/model/view/colour-scale.ts'
import {
  entryAt,
  formatMetric,
  isDifference,
  MEASURES,
  type Metric,
  metricValue,
  type ShownForecast,
} from '#web/model/view/metric.ts'

export interface Country {
  /** Two lower-case letters. */
  code: string
  name: string
}

export function listCountries(answer: ForecastAnswer | undefined): Country[] {
  const codes = new Set<string>([...FORECAST_COUNTRIES, ...Object.keys(answer ?? {})])
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

export function countriesByShape(shapes: readonly MapShape[], countries: readonly Country[]) {
  const known = new Set(countries.map((country) => country.code))
  return new Map(
    shapes.flatMap(({ code, shortCode }): [string, string][] => {
      const country = COUNTRY_BY_ISO_A3.get(code) ?? shortCode?.toLowerCase()
      return country !== undefined && known.has(country) ? [[code, country]] : []
    }),
  )
}

export function doubtSymbols(doubts: readonly DayMark[]): ReadonlyMap<string, string> {
  return new Map(
    COUNTRIES.flatMap(({ code, area }) => {
      const mark = doubts.find((doubt) => doubt.area === area)
      return mark === undefined ? [] : [[code, STATE_WORDS[mark.state].symbol]]
    }),
  )
}

export function valueAt(
  answer: ShownForecast | undefined,
  choice: { country: string; hour: number; metric: Metric },
): number | null {
  const entry = entryAt(answer, choice.country, choice.hour)
  return entry === null ? null : metricValue(choice.metric, entry)
}

export function toneOf(value: number | null): ShapeTone {
  if (value === null) return 'missing'
  return value > 0 ? 'positive' : 'negative'
}

/** Ignores signs; `null` if the metric is not a difference. */
export function largestDifference(answer: ShownForecast | undefined, metric: Metric) {
  if (!isDifference(metric)) return null
  const places = Object.entries(answer ?? {}).flatMap(([country, hours]) =>
    Object.entries(hours).map(([key, entry]) => ({ country, key, value: metricValue(metric, entry) ?? 0 })),
  )
  const [largest] = places.sort((a, b) => Math.abs(b.value) - Math.abs(a.value))
  return largest === undefined || largest.value === 0 ? null : largest
}

export function dayValues(answer: ShownForecast | undefined, metric: Metric): (number | null)[] {
  const entries = Object.values(answer ?? {}).flatMap((hours) => Object.values(hours))
  return entries.map((entry) => metricValue(metric, entry))
}

/** Shares of a country's peak are similar in size, so their scale is linear. */
export function mapScale(end: number, metric: Metric): ColourScale {
  return MEASURES[metric].unit === 'MW' ? commonScale(end) : { near: 0, far: end, power: 1 }
}

export function depthOf(value: number | null, end: number, metric: Metric = 'final'): ShapeDepth {
  return stepOf(value ?? 0, mapScale(end, metric), DEPTHS)
}

/** The label ends with a symbol if data are in doubt. */
export function countryPaints(
  countryByShape: ReadonlyMap<string, string>,
  answer: ShownForecast | undefined,
  choice: { hour: number; metric: Metric; scaleMw: number },
  symbols: ReadonlyMap<string, string> = new Map(),
): Map<string, ShapePaint> {
  const paints = new Map<string, ShapePaint>()
  for (const [shape, country] of countryByShape) {
    const value = valueAt(answer, { country, ...choice })
    paints.set(shape, {
      tone: toneOf(value),
      depth: depthOf(value, choice.scaleMw, choice.metric),
      label:
        value === null ? null : `${formatMetric(choice.metric, value)} ${symbols.get(country) ?? ''}`.trim(),
    })
  }
  return paints
}
