import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { dayAt } from '#server/series/calendar/local-calendar.ts'

import type { DayRequest } from './forecast-request.ts'
import { clocksOf, type DayParts, readDay, ruleOf } from './read-day.ts'

/** Residual loads of a local day by country and clock hour: the TSO's, ours, ours of the day before, and what we publish. */
export async function composeForecastAnswer(parts: DayParts, wanted: DayRequest): Promise<ForecastAnswer> {
  const { day, zone } = wanted
  const dayBefore = dayAt(day.fromUtc - 1, zone)
  const today = await readDay(parts, FORECAST_AREAS, ['residual'], dayBefore, ruleOf(wanted), wanted.knownUtc)
  const tomorrow = await readDay(parts, FORECAST_AREAS, ['residual'], day, ruleOf(wanted), wanted.knownUtc)
  const [clocks, clocksBefore] = [clocksOf(day), clocksOf(dayBefore)]
  // Of a doubled hour the first.
  const entryHours = [...new Set(clocks)].map(
    (clock) => [clock, clocks.indexOf(clock), clocksBefore.indexOf(clock)] as const,
  )
  return Object.fromEntries(
    COUNTRIES.map(({ code, area }) => {
      const { tso, model, final } = tomorrow(area)
      const hourly = { tso: tso('residual'), model: model('residual'), final: final('residual') }
      const before = today(area).model('residual')
      const entries = entryHours.map(([clock, hour, hourBefore]) => [
        clock,
        {
          TSO: hourly.tso[hour] ?? null,
          Instance_Today: before[hourBefore] ?? null,
          Instance_Tomorrow: hourly.model[hour] ?? null,
          Final_Value: hourly.final[hour] ?? null,
        },
      ])
      return [code, Object.fromEntries(entries)]
    }),
  )
}
