import type { AccuracyAnswer } from '#contract/accuracy.ts'
import type { Band, ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { keyOf, stampOf } from '#web/model/view/delivery-day.ts'
import type { ShownEntry, ShownForecast } from '#web/model/view/metric.ts'
import { QUANTITY_COLOURS } from '#web/ui/theme/quantity-colours.ts'

type Look = Pick<Curve, 'style' | 'colourIndex' | 'widthPx'>

/** Where curves lie on each other, each shows beside the narrower ones above it or in their gaps. */
const LOOKS = {
  actual: { style: 'solid', colourIndex: QUANTITY_COLOURS.actual },
  tso: { style: 'dashed', colourIndex: QUANTITY_COLOURS.tso },
  model: { style: 'solid', colourIndex: QUANTITY_COLOURS.model, widthPx: 1.5 },
  modelDayBefore: { style: 'dotted', colourIndex: QUANTITY_COLOURS.modelDayBefore },
  final: { style: 'solid', colourIndex: QUANTITY_COLOURS.final, widthPx: 5 },
  previous: { style: 'dimmed', colourIndex: QUANTITY_COLOURS.final },
} as const satisfies Record<string, Look>

type CountryForecast = ShownForecast[string]

export interface CountryRow {
  /** `HH:MM` */
  key: string
  entry: ShownEntry
}

/** One row per key, in order of the day. */
export function countryRows(forecast: CountryForecast): CountryRow[] {
  return Object.entries(forecast)
    .map(([key, entry]) => ({ key, entry }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The actual values of a day by key; a day that is not over has none yet for its later hours. */
export function actualsByKey(deliveryDay: string, hours: AccuracyAnswer['hours']): Map<string, number> {
  return new Map(
    hours.flatMap(({ startsAt, actual }): [string, number][] => {
      const key = keyOf(stampS(startsAt))
      return actual === null || stampOf(deliveryDay, key) !== stampS(startsAt) ? [] : [[key, actual]]
    }),
  )
}

/** Why two columns are equal in all hours; null where they are not. */
export function equalColumnsWords(rows: readonly CountryRow[]): string | null {
  const isEqual = (field: 'TSO' | 'Instance_Tomorrow') =>
    rows.some(({ entry }) => entry.Final_Value !== null) &&
    rows.every(({ entry }) => entry.Final_Value === entry[field])
  if (isEqual('TSO')) return 'Both are equal to TSO: by the errors of the last weeks, the model is not used.'
  if (!isEqual('Instance_Tomorrow')) return null
  return rows.every(({ entry }) => entry.TSO === null)
    ? 'They are equal, because there is no TSO forecast yet.'
    : 'They are equal: by the errors of the last weeks, the model needs no correction by the TSO.'
}

const CURVES = [
  { name: 'TSO', ...LOOKS.tso },
  { name: 'Instance_Tomorrow', ...LOOKS.model },
  { name: 'Instance_Today', ...LOOKS.modelDayBefore },
  { name: 'Final_Value', ...LOOKS.final },
] as const

/**
 * The four curves of a country over a local day, with the band, the actual values of that day and the run before if there are any. A key that is not a
 * time of day is left out.
 */
export function countryChart(
  rows: readonly CountryRow[],
  deliveryDay: string,
  hours: AccuracyAnswer['hours'],
): ChartData {
  const byStamp = new Map<number, ShownEntry>()
  for (const { key, entry } of rows) {
    const timeS = stampOf(deliveryDay, key)
    if (timeS !== null) byStamp.set(timeS, entry)
  }
  const points = [...byStamp].sort(([a], [b]) => a - b)
  const timesS = points.map(([timeS]) => timeS)
  const curves = CURVES.map((curve) => ({ ...curve, values: points.map(([, entry]) => entry[curve.name]) }))
  const previous = points.map(([, entry]) => entry.previous ?? null)
  const band = bandAt(timesS, hours)
  return {
    timesS,
    curves: [
      ...actualCurve(timesS, hours),
      ...(points.every(([, entry]) => entry.previous === undefined)
        ? []
        : [{ name: 'Earlier run', ...LOOKS.previous, values: previous }]),
      ...curves,
    ],
    ...(band !== null && { band }),
  }
}

function actualCurve(timesS: readonly number[], hours: AccuracyAnswer['hours']): Curve[] {
  const actuals = new Map(hours.map((hour) => [stampS(hour.startsAt), hour.actual]))
  const values = timesS.map((timeS) => actuals.get(timeS) ?? null)
  if (values.every((value) => value === null)) return []
  return [{ name: 'Actual', ...LOOKS.actual, values }]
}

type Limits = Pick<AccuracyAnswer['hours'][number], 'startsAt' | 'p10' | 'p90'>

function stampS(startsAt: string): number {
  return Date.parse(startsAt) / 1000
}

/** The band around the final value at the timestamps of a chart; null if none of them has limits. */
export function bandAt(timesS: readonly number[], hours: readonly Limits[]): Band | null {
  const limits = new Map(hours.map((hour) => [stampS(hour.startsAt), hour]))
  if (!timesS.some((timeS) => limits.has(timeS))) return null
  return {
    name: 'P10–P90',
    limits: ['P10', 'P90'],
    colourIndex: LOOKS.final.colourIndex,
    low: timesS.map((timeS) => limits.get(timeS)?.p10 ?? null),
    high: timesS.map((timeS) => limits.get(timeS)?.p90 ?? null),
  }
}

/** The last complete day: its actual values, the TSO's forecast and the final value. */
export function yesterdayChart({ hours }: AccuracyAnswer['yesterday']): ChartData {
  const timesS = hours.map((hour) => stampS(hour.startsAt))
  const band = bandAt(timesS, hours)
  return {
    timesS,
    curves: [
      { name: 'Actual', ...LOOKS.actual, values: hours.map((hour) => hour.actual) },
      { name: 'TSO forecast', ...LOOKS.tso, values: hours.map((hour) => hour.tso) },
      { name: 'Final forecast', ...LOOKS.final, values: hours.map((hour) => hour.final) },
    ],
    ...(band !== null && { band }),
  }
}
