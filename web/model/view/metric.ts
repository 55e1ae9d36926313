import { keysOf } from '#contract/dictionary.ts'
import { type ForecastEntry, RAMP_HOURS } from '#contract/forecast.ts'
import type { ChangeBase, ForecastRow } from '#contract/row-tables.ts'
import { formatDifferenceMw, formatMw } from '#contract/words/power.ts'

import { hourKey } from './delivery-day.ts'

/** An hour of the forecast, and what it is compared with beyond the specified values, where that was requested. */
export interface ShownEntry extends ForecastEntry {
  /** The final value of the run that it is compared with, MW. */
  previous?: number | null
  /** The country's highest hour of the last 12 months, MW. */
  peakMw?: number | null
  band?: Pick<ForecastRow, 'p10_mw' | 'p90_mw'> | undefined
}

/** By country, by `HH:mm`. */
export type ShownForecast = Readonly<Record<string, Readonly<Record<string, ShownEntry>>>>

/** A forecast whose hours have more beside them. */
export function mapEntries(
  answer: ShownForecast,
  of: (country: string, key: string, entry: ShownEntry) => ShownEntry,
): ShownForecast {
  return Object.fromEntries(
    Object.entries(answer).map(([country, hours]) => [
      country,
      Object.fromEntries(Object.entries(hours).map(([key, entry]) => [key, of(country, key, entry)])),
    ]),
  )
}

/** The metrics of the map, in MW or as a share; null where an operand is missing. */
const VALUES = {
  final: (entry) => entry.Final_Value,
  'against-today': (entry) => subtract(entry.Final_Value, entry.Instance_Today),
  'against-tso': (entry) => subtract(entry.Final_Value, entry.TSO),
  'against-previous': (entry) => subtract(entry.Final_Value, entry.previous ?? null),
  'against-auction': (entry) => subtract(entry.Final_Value, entry.previous ?? null),
  'share-of-peak': ({ Final_Value: final, peakMw = null }) =>
    final === null || peakMw === null || peakMw <= 0 ? null : final / peakMw,
} satisfies Record<string, (entry: ShownEntry) => number | null>
export type Metric = keyof typeof VALUES
export const METRICS = keysOf(VALUES)

/** Views of the table of hours and countries: a metric of the map, or the change over some hours. */
export const GLANCE_VIEWS = [
  'final',
  'ramp',
  'against-tso',
  'against-previous',
  'against-auction',
  'against-today',
] as const
export type GlanceView = (typeof GLANCE_VIEWS)[number]

interface Measure {
  /** Base of the changes whose parts explain a difference; absent for none. */
  base?: ChangeBase
  /** Zero stands in the middle, as far from the highest value as from the lowest. */
  isDifference?: boolean
  label: string
  formula: string
  unit: 'MW' | '%' | ''
  above: string
  below: string
}

const OF_LOAD = { above: 'above 0: load left to serve', below: '0 or below: wind and solar exceed load' }
const difference = (label: string, subtracted: string, than: string, base?: ChangeBase): Measure => ({
  ...(base && { base }),
  isDifference: true,
  label,
  formula: `Final forecast − ${subtracted}`,
  unit: 'MW',
  above: `above 0: higher than ${than}`,
  below: '0 or below: equal or lower',
})

/** The metrics of the map and the views of the table, in words. */
export const MEASURES: Readonly<Record<Metric | GlanceView, Measure>> = {
  final: { label: 'Final forecast', formula: 'Final forecast = load − solar − wind', unit: 'MW', ...OF_LOAD },
  'against-today': difference('Change from today', 'model forecast of the day before', 'the day before'),
  'against-tso': difference('Difference from TSO', 'TSO forecast', 'the TSO', 'tso'),
  'against-previous': difference(
    'Change from the previous run',
    'that of the previous run',
    'in the previous run',
    'previous',
  ),
  'against-auction': difference(
    'Change from the auction run',
    'that of the run before the auction',
    'in the auction run',
    'early',
  ),
  ramp: difference(`Ramp over ${RAMP_HOURS} hours`, `that of ${RAMP_HOURS} hours earlier`, 'before'),
  'share-of-peak': {
    label: 'Share of its highest hour',
    formula: 'Final forecast ÷ the country’s highest hour of the last 12 months',
    unit: '%',
    ...OF_LOAD,
  },
}

/** A metric of the map in words. Nobody knows the unit of another backend's values, nor what its final value is made of. */
export function measureOf(metric: Metric, isOwn: boolean): Measure {
  const words = MEASURES[metric]
  if (isOwn) return words
  const plain = { label: 'Final value', formula: 'Final value', above: 'above 0', below: '0 or below' }
  const formula = words.formula.replace('Final forecast', plain.label)
  return { ...words, formula, unit: '', ...(metric === 'final' && plain) }
}

export const isDifference = (metric: Metric): boolean => MEASURES[metric].isDifference === true

/** The run that a measure compares with; null for none. */
export function comparedRun(measure: Metric | GlanceView): 'previous' | 'early' | null {
  const { base } = MEASURES[measure]
  return base === 'previous' || base === 'early' ? base : null
}

/** The forecast of one country and hour; null if there is none. */
export function entryAt(answer: ShownForecast | undefined, country: string, hour: number | null | undefined) {
  return typeof hour === 'number' ? (answer?.[country]?.[hourKey(hour)] ?? null) : null
}

/** The metric of one hour in MW, or a share; null where an operand is missing. */
export function metricValue(metric: Metric, entry: ShownEntry): number | null {
  return VALUES[metric](entry)
}

/** `41,230`, of a difference `+1,230`, of a share `63%`; a dash if there is no value. */
export function formatMetric(metric: Metric, value: number | null): string {
  if (metric === 'share-of-peak') return value === null ? formatMw(null) : `${formatMw(value * 100)}%`
  return metric === 'final' ? formatMw(value) : formatDifferenceMw(value)
}

/** A value of a metric with its unit, if that is known: `41,230 MW`. */
export function metricWords(metric: Metric, value: number | null, isOwn: boolean): string {
  const unit = measureOf(metric, isOwn).unit === 'MW' ? ' MW' : ''
  return value === null ? 'no value' : formatMetric(metric, value) + unit
}

function subtract(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}
