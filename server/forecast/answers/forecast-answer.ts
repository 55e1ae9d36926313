import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { dayAt, type LocalDay } from '#server/series/local-calendar.ts'
import type { SeriesStore } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'
import { forecastIn, type KeptForecasts, readKeptForecasts, ruleOf } from './kept-forecasts.ts'
import { hoursByClock } from './local-hours.ts'
import { powerIn } from './power-in.ts'
import { readResiduals, type ResidualSeries } from './residual-series.ts'

/** Residual loads of a local day by country and clock hour: the TSO's, ours, ours of the day before, and what we publish. */
export async function composeForecastAnswer(
  parts: { series: SeriesStore; store: RunStore },
  asked: DayRequest,
): Promise<ForecastAnswer> {
  const { day, zone } = asked
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const span = { fromUtc: dayBefore.fromUtc, toUtc: day.toUtc }
  const kept = await readKeptForecasts(parts.store, FORECAST_AREAS, span)
  const days = { day, dayBefore, zone }
  const countries = COUNTRIES.map(async ({ code, area }) => {
    const residuals = await readResiduals(parts.series, area, span)
    return [code, composeCountry(days, residuals, kept(area, ruleOf(asked)))] as const
  })
  return Object.fromEntries(await Promise.all(countries))
}

function composeCountry(
  { day, dayBefore, zone }: { day: LocalDay; dayBefore: LocalDay; zone: string },
  { tso }: ResidualSeries,
  kept: KeptForecasts,
): ForecastAnswer[string] {
  const hoursBefore = hoursByClock(dayBefore, zone)
  const entries = [...hoursByClock(day, zone)].map(([clock, hour]) => {
    const before = hoursBefore.get(clock)
    return [
      clock,
      {
        TSO: powerIn(tso, hour),
        Instance_Today: before === undefined ? null : forecastIn(kept, 'model', dayBefore, before),
        Instance_Tomorrow: forecastIn(kept, 'model', day, hour),
        Final_Value: forecastIn(kept, 'final', day, hour),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}
