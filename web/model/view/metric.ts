import type { ForecastEntry } from '#contract/forecast.ts'

export const METRICS = ['final', 'against-today', 'against-tso'] as const
/** What the map shows. */
export type Metric = (typeof METRICS)[number]

interface MetricWords {
  label: string
  /** What is subtracted from what. */
  formula: string
  above: string
  below: string
}

export const METRIC_WORDS: Readonly<Record<Metric, MetricWords>> = {
  final: {
    label: 'Final value',
    formula: 'Final value = load − solar − wind',
    above: 'above 0: load left to serve',
    below: '0 or below: wind and sun exceed load',
  },
  'against-today': {
    label: 'Against today',
    formula: 'Final value − Instance Today',
    above: 'above 0: higher than the day before',
    below: '0 or below: equal or lower',
  },
  'against-tso': {
    label: 'Against TSO',
    formula: 'Final value − TSO',
    above: 'above 0: higher than the TSO',
    below: '0 or below: equal or lower',
  },
}

const VALUES: Readonly<Record<Metric, (entry: ForecastEntry) => number | null>> = {
  final: (entry) => entry.Final_Value,
  'against-today': (entry) => difference(entry.Final_Value, entry.Instance_Today),
  'against-tso': (entry) => difference(entry.Final_Value, entry.TSO),
}

/** The metric of one hour in MW; null where an operand is missing. */
export function metricValue(metric: Metric, entry: ForecastEntry): number | null {
  return VALUES[metric](entry)
}

function difference(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a - b
}

/** The end of a colour scale, MW: the largest value of whatever sign, rounded up to two digits; 1 if there is none but zero. */
export function scaleEnd(values: Iterable<number | null>): number {
  let largest = 0
  for (const value of values) if (value !== null) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return 1
  const step = 10 ** (Math.floor(Math.log10(largest)) - 1)
  return Math.ceil(largest / step) * step
}
