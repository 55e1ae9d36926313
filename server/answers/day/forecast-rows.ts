import { FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastColumn } from '#contract/forecast-rows.ts'
import { asOf, newest } from '#server/forecast/runs/kept/lay-runs.ts'
import { hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'

import { type DayParts, readDay } from './read-day.ts'

/**
 * The forecasts of a local day, hour by hour and country by country: those that count, or those that were known at a time. No rows where
 * nothing is known of the day. Rejects with a `DatabaseError`.
 */
export async function composeForecastRows(
  parts: DayParts,
  day: LocalDay,
  knownUtc: number | null,
): Promise<Record<ForecastColumn, number | string | null>[]> {
  const rule = knownUtc === null ? newest : asOf(knownUtc)
  const dayOf = await readDay(parts, FORECAST_AREAS, ['residual'], day, rule, knownUtc)
  const countries = FORECAST_AREAS.map((area) => {
    const { tso, model, final, p10, p90, run } = dayOf(area)
    return { area, tso: tso('residual'), model: model('residual'), final: final('residual'), p10, p90, run }
  })
  if (countries.every(({ run, tso }) => run === null && tso.every((mw) => mw === null))) return []
  return hoursOf(day).flatMap(({ fromUtc }, hour) =>
    countries.map(({ area, run, tso, model, final, p10, p90 }) => ({
      time_utc: fromUtc,
      area,
      tso_mw: tso[hour] ?? null,
      model_mw: model[hour] ?? null,
      final_mw: final[hour] ?? null,
      p10_mw: p10[hour] ?? null,
      p90_mw: p90[hour] ?? null,
      run_kind: run?.kind ?? null,
      run_issued_utc: run?.issuedAtUtc ?? null,
    })),
  )
}
