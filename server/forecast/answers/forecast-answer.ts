import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { readKeptForecasts, type KeptForecasts } from '#server/forecast/runs/kept/kept-forecasts.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { dayAt } from '#server/series/local-calendar.ts'
import type { SeriesStore, Span } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'
import { hoursByClock } from './local-hours.ts'
import { powerIn } from './power-in.ts'
import { readResiduals, type ResidualSeries } from './residual-series.ts'

/** Residual loads of a local day by country and clock hour: the TSO's, ours, ours of the day before, and what we publish. */
export async function composeForecastAnswer(
  parts: { series: SeriesStore; store: RunStore },
  { day, zone, kind }: DayRequest,
): Promise<ForecastAnswer> {
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const span = { fromUtc: dayBefore.fromUtc, toUtc: day.toUtc }
  const kept = await readKeptForecasts(parts.store, FORECAST_AREAS, span)
  const hours = { ofDay: hoursByClock(day, zone), ofDayBefore: hoursByClock(dayBefore, zone) }
  const countries = COUNTRIES.map(async ({ code, area }) => {
    const residuals = await readResiduals(parts.series, area, span)
    return [code, composeCountry(hours, residuals, kept(area, kind))] as const
  })
  return Object.fromEntries(await Promise.all(countries))
}

function composeCountry(
  { ofDay, ofDayBefore }: Record<'ofDay' | 'ofDayBefore', ReadonlyMap<string, Span>>,
  { tso }: ResidualSeries,
  { model, final }: KeptForecasts,
): ForecastAnswer[string] {
  const entries = [...ofDay].map(([clock, hour]) => {
    const before = ofDayBefore.get(clock)
    return [
      clock,
      {
        TSO: powerIn(tso, hour),
        Instance_Today: before === undefined ? null : powerIn(model, before),
        Instance_Tomorrow: powerIn(model, hour),
        Final_Value: powerIn(final, hour),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}
