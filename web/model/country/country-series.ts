import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'

import { stampOf } from '#web/model/view/delivery-day.ts'

type CountryForecast = ForecastAnswer[string]

export interface CountryRow {
  /** `HH:MM` */
  key: string
  entry: ForecastEntry
}

/** One row per key, in order of the day. */
export function countryRows(forecast: CountryForecast): CountryRow[] {
  return Object.entries(forecast)
    .map(([key, entry]) => ({ key, entry }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

type Field = keyof ForecastEntry
const CURVES: readonly (Pick<Curve, 'style' | 'colourIndex'> & { name: Field })[] = [
  { name: 'TSO', style: 'dashed', colourIndex: 1 },
  { name: 'Instance_Tomorrow', style: 'dashed', colourIndex: 2 },
  { name: 'Instance_Today', style: 'dimmed', colourIndex: 3 },
  { name: 'Final_Value', style: 'solid', colourIndex: 0 },
]

/** The four curves of a country over a local day. A key that is not a time of day is left out. */
export function countryChart(rows: readonly CountryRow[], deliveryDay: string): ChartData {
  const byStamp = new Map<number, ForecastEntry>()
  for (const { key, entry } of rows) {
    const stampS = stampOf(deliveryDay, key)
    if (stampS !== null) byStamp.set(stampS, entry)
  }
  const points = [...byStamp].sort(([a], [b]) => a - b)
  return {
    timesS: points.map(([stampS]) => stampS),
    curves: CURVES.map((curve) => ({ ...curve, values: points.map(([, entry]) => entry[curve.name]) })),
  }
}
