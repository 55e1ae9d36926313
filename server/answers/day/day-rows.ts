import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { type ChangeBase, PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { hoursOf, type LocalDay } from '#server/calendar/local-calendar.ts'
import type { Known } from '#server/series/known.ts'
import { toPower } from '#server/series/power.ts'
import { byQuantity, type Quantity } from '#server/series/series.ts'

import { type DayParts, type DayRequest, type Hourly, readDay, readHourly } from './read-day.ts'

type DayRowsRequest = Pick<DayRequest, 'day' | 'known'>

export async function composeForecastRows(parts: DayParts, wanted: DayRequest) {
  const dayOf = await readDay(parts, FORECAST_AREAS, ['residual'], wanted)
  return rowsOf(wanted.day, FORECAST_AREAS, (area) => {
    const { tso, model, final, p10, p90, run } = dayOf(area, 'residual')
    return (hour) => ({
      tso_mw: tso[hour] ?? null,
      model_mw: model[hour] ?? null,
      final_mw: final[hour] ?? null,
      p10_mw: p10[hour] ?? null,
      p90_mw: p90[hour] ?? null,
      run_kind: run?.kind ?? null,
      run_issued_utc: run?.issuedAtUtc ?? null,
    })
  })
}

/** Final forecast less another run, the TSO's forecast or the actual values. */
export async function composeChangeRows(
  parts: DayParts,
  { day, against, known }: DayRowsRequest & { against: ChangeBase },
) {
  const finalOf = async (run: Known['run']): Promise<HoursOf> => {
    const dayOf = await readDay(parts, FORECAST_AREAS, PARTS_AND_RESIDUAL, { day, known: { ...known, run } })
    return (area, quantity) => dayOf(area, quantity).final
  }
  const othersOf =
    against === 'tso' || against === 'actual'
      ? await readHourly(parts.readMeans, FORECAST_AREAS, PARTS_AND_RESIDUAL, against, day, known)
      : await finalOf(against)
  return changeRows(day, FORECAST_AREAS, await finalOf(known.run), othersOf)
}

type HoursOf = (area: MemberCode, quantity: Quantity | 'residual') => Hourly

/** MW; null if either value is missing. */
export function changeRows(day: LocalDay, areas: readonly MemberCode[], now: HoursOf, othersOf: HoursOf) {
  const changesOf = (area: MemberCode, quantity: Quantity | 'residual') => {
    const others = othersOf(area, quantity)
    return now(area, quantity).map((mw, hour) => {
      const otherMw = others[hour] ?? null
      return mw === null || otherMw === null ? null : toPower(mw - otherMw)
    })
  }
  return rowsOf(day, areas, (area) => {
    const { load, solar, wind } = byQuantity((quantity) => changesOf(area, quantity))
    const residual = changesOf(area, 'residual')
    return (hour) => ({
      load_mw: load[hour] ?? null,
      solar_mw: solar[hour] ?? null,
      wind_mw: wind[hour] ?? null,
      residual_mw: residual[hour] ?? null,
    })
  })
}

/** Rows by hour and country; empty without any value. */
function rowsOf<Columns extends object>(
  day: LocalDay,
  areas: readonly MemberCode[],
  columnsOf: (area: MemberCode) => (hour: number) => Columns,
): (Columns & { time_utc: number; area: MemberCode })[] {
  const countries = areas.map((area) => ({ area, columnsAt: columnsOf(area) }))
  const rows = hoursOf(day).flatMap(({ fromUtc }, hour) =>
    countries.map(({ area, columnsAt }) => ({ time_utc: fromUtc, area, columns: columnsAt(hour) })),
  )
  const isEmpty = rows.every(({ columns }) => Object.values(columns).every((value) => value === null))
  return isEmpty ? [] : rows.map(({ columns, ...of }) => ({ ...of, ...columns }))
}
