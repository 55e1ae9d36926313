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
  /** Two letters, lower case, as the forecast keys it. */
  code: string
  name: string
}

/** The countries of the map and whatever else a forecast holds, by name. */
export function listCountries(answer: ForecastAnswer | undefined): Country[] {
  const codes = new Set<string>([...FORECAST_COUNTRIES, ...Object.keys(answer ?? {})])
  return [...codes]
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** The country of each shape that has one, by the shape's code. */
export function countriesByShape(shapes: readonly MapShape[], countries: readonly Country[]) {
  const known = new Set(countries.map((country) => country.code))
  return new Map(
    shapes.flatMap(({ code, shortCode }): [string, string][] => {
      const country = COUNTRY_BY_ISO_A3.get(code) ?? shortCode?.toLowerCase()
      return country !== undefined && known.has(country) ? [[code, country]] : []
    }),
  )
}

/** The symbol of what is in doubt, by country. */
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

/** Green above zero, red at zero and below, grey without a value. */
export function toneOf(value: number | null): ShapeTone {
  if (value === null) return 'missing'
  return value > 0 ? 'positive' : 'negative'
}

/** The country and hour at which what is compared differs most, whatever the sign; null without a difference, and for values themselves. */
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

/** The colour scale of the map. Shares of the countries' own peaks are alike in size, so their scale is even. */
export function mapScale(end: number, metric: Metric): ColourScale {
  return MEASURES[metric].unit === 'MW' ? commonScale(end) : { near: 0, far: end, power: 1 }
}

/** How deep a value's colour is. */
export function depthOf(value: number | null, end: number, metric: Metric = 'final'): ShapeDepth {
  return stepOf(value ?? 0, mapScale(end, metric), DEPTHS)
}

/** Colour and label of every shape that belongs to a country of the forecast, by the shape's code. A symbol after the value says that data are in doubt. */
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
