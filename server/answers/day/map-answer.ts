import { COUNTRIES, FORECAST_AREAS } from '#contract/countries.ts'
import type { ForecastAnswer } from '#contract/forecast.ts'
import { dayAt } from '#server/calendar/local-calendar.ts'

import { clocksOf, type DayParts, type DayRequest, readDay } from './read-day.ts'

/** `Instance_Today` is the model's forecast of the day before. */
export async function composeForecastAnswer(parts: DayParts, wanted: DayRequest): Promise<ForecastAnswer> {
  const before = dayAt(wanted.day.fromUtc - 1, wanted.zone)
  const today = await readDay(parts, FORECAST_AREAS, ['residual'], { ...wanted, day: before })
  const tomorrow = await readDay(parts, FORECAST_AREAS, ['residual'], wanted)
  const [clocks, clocksBefore] = [clocksOf(wanted.day), clocksOf(before)]
  return Object.fromEntries(
    COUNTRIES.map(({ code, area }) => {
      const { tso, model, final } = tomorrow(area, 'residual')
      const modelBefore = today(area, 'residual').model
      // The first occurrence of a doubled hour.
      const entries = [...new Set(clocks)].map((clock) => {
        const hour = clocks.indexOf(clock)
        return [
          clock,
          {
            TSO: tso[hour] ?? null,
            Instance_Today: modelBefore[clocksBefore.indexOf(clock)] ?? null,
            Instance_Tomorrow: model[hour] ?? null,
            Final_Value: final[hour] ?? null,
          },
        ]
      })
      return [code, Object.fromEntries(entries)]
    }),
  )
}
