import { useMemo } from 'react'

import type { ForecastAnswer } from '#contract/forecast.ts'
import type { ChartData } from '#web/chart/data/chart-data.ts'
import { type AccuracyState, useAccuracy } from '#web/model/forecast/use-runs.ts'
import type { View } from '#web/model/view/view.ts'

import { countryChart, type CountryRow, countryRows } from './country-series.ts'

/** A country's delivery day: its figures by hour, as rows and as curves, and the accuracy of its forecast. */
export interface CountryDay extends AccuracyState {
  rows: readonly CountryRow[]
  chart: ChartData
}

export function useCountryDay(
  country: string,
  forecast: ForecastAnswer[string] | undefined,
  deliveryDay: string,
  run: View['run'],
): CountryDay {
  const accuracyState = useAccuracy(country, deliveryDay, run)
  const rows = useMemo(() => countryRows(forecast ?? {}), [forecast])
  const hours = accuracyState.accuracy?.hours
  const chart = useMemo(() => countryChart(rows, deliveryDay, hours ?? []), [rows, deliveryDay, hours])
  return { ...accuracyState, rows, chart }
}
