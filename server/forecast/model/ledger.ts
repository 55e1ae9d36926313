import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import { createDayTable, type DayTable, residualTable } from '#server/forecast/model/history/day-table.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { byQuantity } from '#server/series/by-quantity.ts'

import { byTarget, type ByTarget, type EarlierForecast, TARGETS } from './day-forecast.ts'

/** Forecasts made so far, as tables row × 24 + hour in MW; NaN where none was made. */
export interface TargetLedger {
  actual: DayTable
  tso: Float64Array
  model: Float64Array
  final: Float64Array
  /** Actual − final of the forecasts that had all inputs, and of those that had not. */
  errors: DayTable
  errorsWithoutInputs: DayTable
}

export interface Ledger {
  /** Days whose forecast had all inputs. */
  completeDays: Set<number>
  targets: ByTarget<TargetLedger>
}

export function createLedger({ grid, quantities }: PreparedHistory): Ledger {
  const { days } = grid
  const ofQuantities = byQuantity((quantity) => quantities[quantity].scoredActual)
  const actual = { residual: residualTable(ofQuantities), ...ofQuantities }
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
      errors: errorsOf(true),
      errorsWithoutInputs: errorsOf(false),
    }
  }
  return { completeDays, targets: byTarget((target) => open(actual[target])) }
}

export function enter(ledger: Ledger, forecast: EarlierForecast): void {
  const start = forecast.day * HOURS_PER_DAY
  if (forecast.missing.length === 0) ledger.completeDays.add(forecast.day)
  for (const target of TARGETS) {
    const page = ledger.targets[target]
    const { tso, model, final } = forecast.targets[target]
    page.tso.set(tso, start)
    page.model.set(model, start)
    page.final.set(final, start)
  }
}
