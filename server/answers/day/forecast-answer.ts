import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { dayAt, hourEdgesOfDay, type LocalDay } from '#server/series/local-calendar.ts'
import type { ReadMeans } from '#server/series/means.ts'
import { toPower } from '#server/series/power.ts'
import type { Span } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'
import { forecastIn, type KeptForecasts, readKeptForecasts, ruleOf } from './kept-forecasts.ts'
import { hoursByClock } from './local-hours.ts'

/** Residual loads of a local day by country and clock hour: the TSO's, ours, ours of the day before, and what we publish. */
export async function composeForecastAnswer(
  { readMeans, store }: { readMeans: ReadMeans; store: RunStore },
  asked: DayRequest,
): Promise<ForecastAnswer> {
  const { day, zone } = asked
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const kept = await readKeptForecasts(store, FORECAST_AREAS, {
    fromUtc: dayBefore.fromUtc,
    toUtc: day.toUtc,
  })
  const edges = hourEdgesOfDay(day)
  const means = await readMeans(FORECAST_AREAS, 'residual', 'tso', { edges, maxMissingMs: 0 })
  const countries = COUNTRIES.map(({ code, area }) => {
    const tsoIn = ({ fromUtc }: Span) => toPower(means.get(area)?.powerMw[edges.indexOf(fromUtc)] ?? NaN)
    return [code, composeCountry({ day, dayBefore, zone }, tsoIn, kept(area, ruleOf(asked)))] as const
  })
  return Object.fromEntries(countries)
}

function composeCountry(
  { day, dayBefore, zone }: { day: LocalDay; dayBefore: LocalDay; zone: string },
  tsoIn: (hour: Span) => number | null,
  kept: KeptForecasts,
): ForecastAnswer[string] {
  const hoursBefore = hoursByClock(dayBefore, zone)
  const entries = [...hoursByClock(day, zone)].map(([clock, hour]) => {
    const before = hoursBefore.get(clock)
    return [
      clock,
      {
        TSO: tsoIn(hour),
        Instance_Today: before === undefined ? null : forecastIn(kept, 'model', dayBefore, before),
        Instance_Tomorrow: forecastIn(kept, 'model', day, hour),
        Final_Value: forecastIn(kept, 'final', day, hour),
      },
    ] as const
  })
  return Object.fromEntries(entries)
}
