import { FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastColumn } from '#contract/forecast-rows.ts'
import { asOf, newest } from '#server/forecast/runs/kept/lay-runs.ts'
import type { RunStore } from '#server/forecast/runs/kept/run-store.ts'
import { hourEdgesOfDay, type LocalDay } from '#server/series/local-calendar.ts'
import type { ReadMeans } from '#server/series/means.ts'
import { toPower } from '#server/series/power.ts'

import { forecastIn, marketDayOf, readKeptForecasts } from './kept-forecasts.ts'
import { hoursOfLocalDay } from './local-hours.ts'

/**
 * The forecasts of a local day, hour by hour and country by country: those that count, or those that were known at a time. No rows where
 * nothing is known of the day. Rejects with a `DatabaseError`.
 */
export async function composeForecastRows(
  { readMeans, store }: { readMeans: ReadMeans; store: RunStore },
  day: LocalDay,
  knownUtc: number | null,
): Promise<Record<ForecastColumn, number | string | null>[]> {
  const keptOf = await readKeptForecasts(store, FORECAST_AREAS, day)
  const buckets = { edges: hourEdgesOfDay(day), maxMissingMs: 0 }
  const tso = await readMeans(FORECAST_AREAS, 'residual', 'tso', buckets, knownUtc)
  const countries = FORECAST_AREAS.map((area) => {
    const kept = keptOf(area, knownUtc === null ? newest : asOf(knownUtc))
    return { area, kept, run: kept.runs.get(marketDayOf(day)), means: tso.get(area) }
  })
  if (countries.every(({ run, means }) => run === undefined && means?.hasValue !== true)) return []
  return hoursOfLocalDay(day).flatMap((hour, index) =>
    countries.map(({ area, kept, run, means }) => ({
      time_utc: hour.fromUtc,
      area,
      tso_mw: toPower(means?.powerMw[index] ?? NaN),
      model_mw: forecastIn(kept, 'model', day, hour),
      final_mw: forecastIn(kept, 'final', day, hour),
      p10_mw: forecastIn(kept, 'p10', day, hour),
      p90_mw: forecastIn(kept, 'p90', day, hour),
      run_kind: run?.kind ?? null,
      run_issued_utc: run?.issuedAtUtc ?? null,
    })),
  )
}
