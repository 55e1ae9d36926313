import { keysOf } from '#contract/dictionary.ts'
import { type ForecastEntry, RAMP_HOURS } from '#contract/forecast.ts'
import type { ChangeBase, ForecastRow } from '#contract/row-tables.ts'
import { formatDifferenceMw, formatMw } from '#contract/words/power.ts'

import { hourKey } from './delivery-day.ts'

export interface ShownEntry extends ForecastEntry {
  /** Final value of the compared run, MW. */
  previous?: number | null
  /** Highest hour of the last 12 months, MW. */
  peakMw?: number | null
  band?: Pick<ForecastRow, 'p10_mw' | 'p90_mw'> | undefined
}

/** By country and `HH:mm`. */
export type ShownForecast = Readonly<Record<string, Readonly<Record<string, ShownEntry>>>>

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
  /** Comparison whose parts explain the difference. */
  base?: ChangeBase
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

/** Units and composition of another backend's values are unknown. */
export function measureOf(metric: Metric, isOwn: boolean): Measure {
  const words = MEASURES[metric]
  if (isOwn) return words
  const plain = { label: 'Final value', formula: 'Final value', above: 'above 0', below: '0 or below' }
  const formula = words.formula.replace('Final forecast', plain.label)
  return { ...words, formula, unit: '', ...(metric === 'final' && plain) }
}

export const isDifference = (metric: Metric): boolean => MEASURES[metric].isDifference === true

export function comparedRun(measure: Metric | GlanceView): 'previous' | 'early' | null {
  const { base } = MEASURES[measure]
  return base === 'previous' || base === 'early' ? base : null
}

export function entryAt(answer: ShownForecast | undefined, country: string, hour: number | null | undefined) {
  return typeof hour === 'number' ? (answer?.[country]?.[hourKey(hour)] ?? null) : null
}

/** MW or a share. */
export function metricValue(metric: Metric, entry: ShownEntry): number | null {
  return VALUES[metric](entry)
}

/** `41,230`; difference `+1,230`; share `63%`; missing `–`. */
export function formatMetric(metric: Metric, value: number | null): string {
  if (metric === 'share-of-peak') return value === null ? formatMw(null) : `${formatMw(value * 100)}%`
  return metric === 'final' ? formatMw(value) : formatDifferenceMw(value)
}

/** `41,230 MW`; without unit if that is unknown. */
export function metricWords(metric: Metric, value: number | null, isOwn: boolean): string {
  const unit = measureOf(metric, isOwn).unit === 'MW' ? ' MW' : ''
  return value === null ? 'no value' : formatMetric(metric, value) + unit
}

function subtract(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}
