import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createDayTable, type DayTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { residualTable } from '#server/forecast/model/history/residual-table.ts'
import { byQuantity } from '#server/series/by-quantity.ts'

import { nextShift } from './adaptive-conformal.ts'
import { TARGETS, type DayForecast, type Target } from './day-forecast.ts'

/** Forecasts made so far, as tables row × 24 + hour in MW; NaN where none was made. */
export interface TargetLedger {
  actual: DayTable
  tso: Float64Array
  model: Float64Array
  final: Float64Array
  low: Float64Array
  high: Float64Array
  /** Actual − final of the forecasts that had all inputs, and of those that had not. */
  errors: DayTable
  errorsWithoutInputs: DayTable
  /** By row; NaN where no band was made. */
  shifts: Float64Array
}

export interface Ledger {
  /** Days whose forecast had all inputs. */
  completeDays: Set<number>
  targets: Readonly<Record<Target, TargetLedger>>
}

export function createLedger({ grid, quantities }: PreparedHistory): Ledger {
  const { days } = grid
  const actual = byQuantity((quantity) => quantities[quantity].actual)
  /** Days whose forecast had all inputs. */
  const completeDays = new Set<number>()
  const empty = () => new Float64Array(days * HOURS_PER_DAY).fill(NaN)
  const open = (actual: DayTable): TargetLedger => {
    const final = empty()
    const errorsOf = (isComplete: boolean) =>
      createDayTable(days, (errors, day) => {
        if (completeDays.has(day) !== isComplete) return
        const values = actual.upTo(day)
        for (let cell = day * HOURS_PER_DAY; cell < (day + 1) * HOURS_PER_DAY; cell++)
          errors[cell] = (values[cell] ?? NaN) - (final[cell] ?? NaN)
      })
    return {
      actual,
      tso: empty(),
      model: empty(),
      final,
      low: empty(),
      high: empty(),
      errors: errorsOf(true),
      errorsWithoutInputs: errorsOf(false),
      shifts: new Float64Array(days).fill(NaN),
    }
  }
  const targets = {
    residual: open(residualTable(actual)),
    ...byQuantity((quantity) => open(actual[quantity])),
  }
  return { completeDays, targets }
}

export function enter(ledger: Ledger, forecast: DayForecast): void {
  const start = forecast.day * HOURS_PER_DAY
  if (forecast.missing.length === 0) ledger.completeDays.add(forecast.day)
  for (const target of TARGETS) {
    const page = ledger.targets[target]
    const { tso, model, final, band } = forecast.targets[target]
    page.tso.set(tso, start)
    page.model.set(model, start)
    page.final.set(final, start)
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const value = final[hour] ?? NaN
      page.low[start + hour] = value + (band.low[hour] ?? NaN)
      page.high[start + hour] = value + (band.high[hour] ?? NaN)
    }
    page.shifts[forecast.day] = band.shift
  }
}

/** How far the tails of a day's band are shifted: the shift of the day before, corrected by how the band of two days before held. */
export function shiftFor({ actual, low, high, shifts }: TargetLedger, day: number): number {
  let last = 0
  for (let past = Math.max(0, day - 7); past < day; past++) {
    const shift = shifts[past] ?? NaN
    if (!Number.isNaN(shift)) last = shift
  }
  return nextShift(
    last,
    coverageOf(actual.upTo(day - 2), low, high, (day - 2) * HOURS_PER_DAY, (day - 1) * HOURS_PER_DAY),
  )
}

/** Share of actual values within a band that is more than a point; null where there is none to judge by. */
export function coverageOf(
  actual: Float64Array,
  low: Float64Array,
  high: Float64Array,
  from: number,
  to: number,
): number | null {
  let covered = 0
  let hours = 0
  for (let cell = Math.max(0, from); cell < to; cell++) {
    const value = actual[cell] ?? NaN
    const bottom = low[cell] ?? NaN
    const top = high[cell] ?? NaN
    if (Number.isNaN(value) || !(top > bottom)) continue
    hours++
    if (value >= bottom && value <= top) covered++
  }
  return hours === 0 ? null : covered / hours
}
