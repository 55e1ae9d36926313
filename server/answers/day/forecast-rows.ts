import { FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastColumn } from '#contract/forecast-rows.ts'
import { hoursOf } from '#server/series/calendar/local-calendar.ts'

import type { DayRequest } from './forecast-request.ts'
import { type DayParts, readDay } from './read-day.ts'

/**
 * The forecasts of a local day, hour by hour and country by country: those that count, or those that were known at a time. No rows where
 * nothing is known of the day. Rejects with a `DatabaseError`.
 */
export async function composeForecastRows(
  parts: DayParts,
  wanted: Pick<DayRequest, 'day' | 'knownUtc'>,
): Promise<Record<ForecastColumn, number | string | null>[]> {
  const dayOf = await readDay(parts, FORECAST_AREAS, ['residual'], wanted)
  const countries = FORECAST_AREAS.map((area) => ({ area, ...dayOf(area, 'residual') }))
  if (countries.every(({ run, tso }) => run === null && tso.every((mw) => mw === null))) return []
  return hoursOf(wanted.day).flatMap(({ fromUtc }, hour) =>
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
