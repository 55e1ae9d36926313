import type { AccuracyAnswer } from '#contract/accuracy.ts'
import type { ForecastAnswer, ForecastEntry } from '#contract/forecast.ts'
import type { ChartData, Curve } from '#web/chart/data/chart-data.ts'
import { stampOf } from '#web/model/view/delivery-day.ts'

import { bandAt, stampS } from './country-accuracy.ts'
import { CURVE_LOOKS } from './curve-looks.ts'

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
  { name: 'TSO', ...CURVE_LOOKS.tso },
  { name: 'Instance_Tomorrow', ...CURVE_LOOKS.model },
  { name: 'Instance_Today', ...CURVE_LOOKS.modelDayBefore },
  { name: 'Final_Value', ...CURVE_LOOKS.final },
]

/**
 * The four curves of a country over a local day, with the band and the actual values of that day if there are any. A key that is not a
 * time of day is left out.
 */
export function countryChart(
  rows: readonly CountryRow[],
  deliveryDay: string,
  hours: AccuracyAnswer['hours'],
): ChartData {
  const byStamp = new Map<number, ForecastEntry>()
  for (const { key, entry } of rows) {
    const timeS = stampOf(deliveryDay, key)
    if (timeS !== null) byStamp.set(timeS, entry)
  }
  const points = [...byStamp].sort(([a], [b]) => a - b)
  const timesS = points.map(([timeS]) => timeS)
  const curves = CURVES.map((curve) => ({ ...curve, values: points.map(([, entry]) => entry[curve.name]) }))
  const band = bandAt(timesS, hours)
  return {
    timesS,
    curves: [...actualCurve(timesS, hours), ...curves],
    ...(band !== null && { band }),
  }
}

function actualCurve(timesS: readonly number[], hours: AccuracyAnswer['hours']): Curve[] {
  const actuals = new Map(hours.map((hour) => [stampS(hour.startsAt), hour.actual]))
  const values = timesS.map((timeS) => actuals.get(timeS) ?? null)
  if (values.every((value) => value === null)) return []
  return [{ name: 'Actual', ...CURVE_LOOKS.actual, values }]
}
