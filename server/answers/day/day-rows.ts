import type { MemberCode } from '#contract/areas.ts'
import { FORECAST_AREAS } from '#contract/countries.ts'
import { type ChangeBase, PARTS_AND_RESIDUAL } from '#contract/row-tables.ts'
import { asOf, beforeAuction, newest, previous } from '#server/forecast/runs/kept/lay-runs.ts'
import { hoursOf, type LocalDay } from '#server/series/calendar/local-calendar.ts'
import { toPower } from '#server/series/power.ts'
import type { Quantity } from '#server/series/series.ts'

import { type DayParts, type Hourly, readDay, readHourly } from './read-day.ts'

interface DayRowsRequest {
  day: LocalDay
  /** When it was known; null for now. */
  knownUtc: number | null
}

/** The forecasts of a local day, hour by hour and country by country. Rejects with a `DatabaseError`. */
export async function composeForecastRows(parts: DayParts, { day, knownUtc }: DayRowsRequest) {
  const dayOf = await readDay(parts, FORECAST_AREAS, ['residual'], day, asOf(knownUtc), knownUtc)
  return rowsOf(day, (area) => {
    const { tso, model, final, p10, p90, run } = dayOf(area)
    return {
      tso_mw: tso('residual'),
      model_mw: model('residual'),
      final_mw: final('residual'),
      p10_mw: p10,
      p90_mw: p90,
      run_kind: hoursOf(day).map(() => run?.kind ?? null),
      run_issued_utc: hoursOf(day).map(() => run?.issuedAtUtc ?? null),
    }
  })
}

/**
 * By how much the final forecasts of a local day are above another run, the TSO's forecast or the actual values, in all and part by
 * part, hour by hour and country by country. Rejects with a `DatabaseError`.
 */
export async function composeChangeRows(
  parts: DayParts,
  { day, against, knownUtc }: DayRowsRequest & { against: ChangeBase },
) {
  const read = (rule: typeof newest) =>
    readDay(parts, FORECAST_AREAS, PARTS_AND_RESIDUAL, day, asOf(knownUtc, rule), knownUtc)
  const now = await read(newest)
  const othersOf = await readOthers()

  async function readOthers(): Promise<(area: MemberCode, quantity: Quantity | 'residual') => Hourly> {
    if (against === 'tso') return (area, quantity) => now(area).tso(quantity)
    if (against === 'actual')
      return readHourly(parts.readMeans, FORECAST_AREAS, PARTS_AND_RESIDUAL, 'actual', day, knownUtc)
    const other = await read(against === 'early' ? beforeAuction : previous)
    return (area, quantity) => other(area).final(quantity)
  }

  return rowsOf(day, (area) => {
    const changes = PARTS_AND_RESIDUAL.map((quantity) => {
      const others = othersOf(area, quantity)
      const values = now(area).final(quantity)
      return [`${quantity}_mw`, values.map((mw, hour) => lessOther(mw, others[hour] ?? null))] as const
    })
    return Object.fromEntries(changes)
  })
}

const lessOther = (mw: number | null, otherMw: number | null) =>
  mw === null || otherMw === null ? null : toPower(mw - otherMw)

/** A row for each hour and country with the hour's value of each column; none where no country has any value. */
function rowsOf(
  day: LocalDay,
  columnsOf: (area: MemberCode) => Readonly<Record<string, readonly (number | string | null)[]>>,
): Record<string, number | string | null>[] {
  const countries = FORECAST_AREAS.map((area) => ({ area, columns: Object.entries(columnsOf(area)) }))
  if (
    countries.every(({ columns }) => columns.every(([, values]) => values.every((value) => value === null)))
  )
    return []
  return hoursOf(day).flatMap(({ fromUtc }, hour) =>
    countries.map(({ area, columns }) => ({
      time_utc: fromUtc,
      area,
      ...Object.fromEntries(columns.map(([name, values]) => [name, values[hour] ?? null])),
    })),
  )
}
