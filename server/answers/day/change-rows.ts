import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { SHEET_QUANTITIES } from '#contract/day-sheet.ts'
import type { ChangeBase } from '#contract/forecast-rows.ts'
import { hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { toPower } from '#server/series/power.ts'
import type { Quantity } from '#server/series/series.ts'

import type { DayRequest } from './forecast-request.ts'
import { type DayParts, readDay, readHourly } from './read-day.ts'

/**
 * By how much the final forecasts of a local day are above another run, the TSO's forecast or the actual values, in all and part by
 * part, hour by hour and country by country. No rows where there is nothing to compare. Rejects with a `DatabaseError`.
 */
export async function composeChangeRows(
  parts: DayParts,
  { day, against }: { day: LocalDay; against: ChangeBase },
): Promise<Record<string, number | string | null>[]> {
  const finalOf = async (kind?: DayRequest['kind']) => {
    const dayOf = await readDay(parts, FORECAST_AREAS, SHEET_QUANTITIES, { day, kind })
    return (area: MemberCode, quantity: Quantity | 'residual') => dayOf(area, quantity).final
  }
  const now = await finalOf()
  const othersOf =
    against === 'tso' || against === 'actual'
      ? await readHourly(parts.readMeans, FORECAST_AREAS, SHEET_QUANTITIES, against, day)
      : await finalOf(against)
  const countries = FORECAST_AREAS.map((area) => {
    const changes = SHEET_QUANTITIES.map((quantity) => {
      const [values, others] = [now(area, quantity), othersOf(area, quantity)]
      return [
        `${quantity}_mw`,
        values.map((mw, hour) => {
          const otherMw = others[hour] ?? null
          return mw === null || otherMw === null ? null : toPower(mw - otherMw)
        }),
      ] as const
    })
    return { area, changes }
  })
  if (countries.every(({ changes }) => changes.every(([, values]) => values.every((mw) => mw === null))))
    return []
  return hoursOf(day).flatMap(({ fromUtc }, hour) =>
    countries.map(({ area, changes }) => ({
      time_utc: fromUtc,
      area,
      ...Object.fromEntries(changes.map(([name, values]) => [name, values[hour] ?? null])),
    })),
  )
}
