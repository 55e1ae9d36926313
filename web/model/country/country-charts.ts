import type { AccuracyAnswer } from '#contract/accuracy.ts'
import { hourSpans } from '#contract/words/days.ts'
import { formatMw, formatRange } from '#contract/words/power.ts'
import type { Band, ChartData } from '#web/chart/data/chart-data.ts'
import { curveStatistics } from '#web/chart/data/time-window.ts'
import { areaColour, COMPARISON_LOOK, type Look, SOURCE_LOOKS } from '#web/market/looks.tsx'
import { keyOf, stampOf } from '#web/model/view/delivery-day.ts'
import type { ShownForecast } from '#web/model/view/metric.ts'

type CountryForecast = ShownForecast[string]

export type CountryRow = ReturnType<typeof countryRows>[number]

/** Keys are `HH:MM`; `actual` in MW. */
export function countryRows(forecast: CountryForecast, deliveryDay: string, hours: AccuracyAnswer['hours']) {
  const actuals = new Map(hours.map(({ startsAt, actual }) => [stampS(startsAt), actual]))
  return Object.entries(forecast)
    .map(([key, entry]) => ({ key, entry, actual: actuals.get(stampOf(deliveryDay, key) ?? NaN) ?? null }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** MW; positive if the forecast was too high. */
export const errorOf = ({ actual, entry: { Final_Value: final } }: CountryRow) =>
  actual === null || final === null ? null : final - actual

export function equalColumnsWords(rows: readonly CountryRow[]): string | null {
  const isEqual = (field: 'TSO' | 'Instance_Tomorrow') =>
    rows.some(({ entry }) => entry.Final_Value !== null) &&
    rows.every(({ entry }) => entry.Final_Value === entry[field])
  if (isEqual('TSO'))
    return 'Equal to the TSO forecast: the model’s recent errors were larger, so it has no weight.'
  if (!isEqual('Instance_Tomorrow')) return null
  return rows.every(({ entry }) => entry.TSO === null)
    ? 'Equal to the model forecast: there is no TSO forecast yet.'
    : 'Equal to the model forecast: the TSO’s recent errors were larger, so its forecast has no weight.'
}

/** Curves that are undefined in every hour are omitted. */
const CURVES: readonly (Look & { name: string; of: (row: CountryRow) => number | null | undefined })[] = [
  { name: 'Actual', ...SOURCE_LOOKS.actual, of: ({ actual }) => actual ?? undefined },
  { name: 'Earlier run', ...SOURCE_LOOKS.final, style: 'dimmed', of: ({ entry }) => entry.previous },
  { name: 'TSO', ...SOURCE_LOOKS.tso, of: ({ entry }) => entry.TSO },
  { name: 'Instance_Tomorrow', ...SOURCE_LOOKS.model, of: ({ entry }) => entry.Instance_Tomorrow },
  { name: 'Instance_Today', ...COMPARISON_LOOK, of: ({ entry }) => entry.Instance_Today },
  { name: 'Final_Value', ...SOURCE_LOOKS.final, of: ({ entry }) => entry.Final_Value },
]

/** Skips keys that are not times of day. */
export function countryChart(
  rows: readonly CountryRow[],
  deliveryDay: string,
  hours: AccuracyAnswer['hours'],
  uploaded: AccuracyAnswer['uploaded'] = [],
): ChartData {
  const byStamp = new Map(rows.map((row) => [stampOf(deliveryDay, row.key) ?? NaN, row]))
  byStamp.delete(NaN)
  const points = [...byStamp].sort(([a], [b]) => a - b)
  const timesS = points.map(([timeS]) => timeS)
  const band = bandAt(timesS, hours)
  const hourAt = new Map(hours.map(({ startsAt }, hour) => [stampS(startsAt), hour]))
  const uploads = uploaded.map(({ label, powerMw }, place) => ({
    name: label,
    style: 'dashed' as const,
    colourIndex: areaColour(place),
    values: timesS.map((timeS) => powerMw[hourAt.get(timeS) ?? -1] ?? null),
  }))
  const ownCurves = CURVES.flatMap(({ of, ...curve }) => {
    const found = points.map(([, row]) => of(row))
    const isThere = found.some((value) => value !== undefined)
    return isThere ? [{ ...curve, values: found.map((value) => value ?? null) }] : []
  })
  return {
    timesS,
    curves: [...ownCurves.slice(0, -1), ...uploads, ...ownCurves.slice(-1)],
    ...(band !== null && { bands: [band] }),
  }
}

export const BAND_NAME = 'P10–P90'

type Limits = Pick<AccuracyAnswer['hours'][number], 'startsAt' | 'p10' | 'p90'>

function stampS(startsAt: string): number {
  return Date.parse(startsAt) / 1000
}

function bandAt(timesS: readonly number[], hours: readonly Limits[]): Band | null {
  const limits = new Map(hours.map((hour) => [stampS(hour.startsAt), hour]))
  if (!timesS.some((timeS) => limits.has(timeS))) return null
  return {
    name: BAND_NAME,
    limits: ['P10', 'P90'],
    colourIndex: SOURCE_LOOKS.final.colourIndex,
    low: timesS.map((timeS) => limits.get(timeS)?.p10 ?? null),
    high: timesS.map((timeS) => limits.get(timeS)?.p90 ?? null),
  }
}

export function dayWords({ timesS, curves, bands = [] }: ChartData, isOwn: boolean): string | null {
  const final = curves.at(-1)
  const figures = final && curveStatistics(timesS, final.values, null)
  if (!final || !figures) return null
  const at = (mw: number, timeS: number) => `${formatMw(mw)}${isOwn ? ' MW' : ''} at ${keyOf(timeS)}`
  const highest = timesS.indexOf(figures.maxTimeS)
  // `P10–P90 15,915–17,384; usual range 16,793–20,545`
  const limits = bands.flatMap(({ name, low, high }) => {
    const [from = null, to = null] = [low[highest], high[highest]]
    return from === null || to === null ? [] : [`${name.replace('Usual', 'usual')} ${formatRange(from, to)}`]
  })
  const low = bands.find(({ name }) => name === BAND_NAME)?.low ?? []
  const nearZero = timesS.filter((_, index) => (low[index] ?? Infinity) <= 0).map(keyOf)
  return [
    `${isOwn ? 'Final forecast' : final.name}: lowest ${at(figures.min, figures.minTimeS)}, highest ${at(figures.max, figures.maxTimeS)}`,
    limits.length > 0 && ` (${limits.join('; ')})`,
    nearZero.length > 0 && `. May reach zero (P10 ≤ 0): ${hourSpans(nearZero)}`,
    '.',
  ]
    .filter(Boolean)
    .join('')
}
