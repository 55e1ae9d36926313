import { HOURS_PER_DAY } from '#server/forecast/model/history/day-grid.ts'
import type { DayTable } from '#server/forecast/model/history/day-table.ts'
import { isHidden } from '#server/forecast/model/history/known-history.ts'
import type { PreparedHistory } from '#server/forecast/model/history/prepared-history.ts'
import { byQuantity } from '#server/series/by-quantity.ts'
import { QUANTITIES, type Quantity } from '#server/series/series.ts'

import { bandOffsets, NO_BAND } from './adaptive-conformal.ts'
import {
  residualForecast,
  TARGETS,
  type DayForecast,
  type Target,
  type TargetForecast,
} from './day-forecast.ts'
import { modelWeight } from './final-value.ts'
import { createLedger, enter } from './ledger.ts'
import { createQuantityModels } from './quantity-models.ts'

/** A TSO that publishes a quantity has done so at least once within this many days. */
export const AWAITED_DAYS = 28
/** Days that the shortest lags need. It is also the first row of a history that can be forecast. */
export const FIRST_FORECAST_DAY = 3

export type Forecaster = ReturnType<typeof createForecaster>

/** Forecasts local days of one area. */
export function createForecaster(history: PreparedHistory) {
  const quantityModels = createQuantityModels(history)
  const ledger = createLedger(history)

  /** The band of a target around a day's final values, by the wind that they expect. */
  const band = (target: Target, day: number, isComplete: boolean, windOfDay: Float64Array) => {
    const page = ledger.targets[target]
    const errors = isComplete ? page.errors : page.errorsWithoutInputs
    const wind = target === 'solar' ? null : { past: ledger.targets.wind.final, ofDay: windOfDay }
    return bandOffsets(errors.upTo(day - 2), wind, day)
  }

  return {
    ledger,
    /** Adds a forecast made for an earlier day, now or back then. Its errors set the weights and make the band. */
    enter: (forecast: DayForecast) => enter(ledger, forecast),
    /**
     * Forecasts a day of the grid from what is known on the morning before, and from the forecasts entered for earlier days.
     * Days must be requested in order. The targets in `banded` get a band, by default all.
     */
    forecast(day: number, banded: readonly Target[] = TARGETS): DayForecast {
      history.advanceTo(day)
      const missing = QUANTITIES.filter((quantity) => isMissing(history, quantity, day))
      const isComplete = missing.length === 0
      const weights = { load: 1, solar: 1, wind: 1 }
      const withoutTso: Quantity[] = []
      const forecastQuantity = (quantity: Quantity): Omit<TargetForecast, 'band'> => {
        const { publishedTso, tso: usableTso, scoredActual } = history.quantities[quantity]
        const usable = isHidden(history, quantity) ? unknownDay() : hoursOfDay(usableTso, day)
        const isUsable = !usable.every(Number.isNaN)
        const model = quantityModels.models[quantity].predict(day)
        const page = ledger.targets[quantity]
        const weight = isHidden(history, quantity) ? 1 : modelWeight(page, scoredActual.upTo(day - 2), day)
        weights[quantity] = weight
        if (!isUsable) withoutTso.push(quantity)
        return {
          tso: isHidden(history, quantity) ? unknownDay() : hoursOfDay(publishedTso, day),
          model,
          final: model.map((value, hour) => {
            const forecast = usable[hour] ?? NaN
            return Number.isNaN(forecast) ? value : forecast + weight * (value - forecast)
          }),
        }
      }
      const unbanded = byQuantity(forecastQuantity)
      const withBand = (target: Target, forecast: Omit<TargetForecast, 'band'>): TargetForecast => ({
        ...forecast,
        band: banded.includes(target) ? band(target, day, isComplete, unbanded.wind.final) : NO_BAND,
      })
      const quantities = byQuantity((quantity) => withBand(quantity, unbanded[quantity]))
      const residual = withBand('residual', residualForecast(unbanded))
      return {
        day,
        targets: { residual, ...quantities },
        weights,
        missing,
        withoutTso,
        weatherWeights: quantityModels.weatherWeights(day),
      }
    },
  }
}

const unknownDay = (): Float64Array => new Float64Array(HOURS_PER_DAY).fill(NaN)

function hoursOfDay(table: DayTable, day: number): Float64Array {
  return table.upTo(day).slice(day * HOURS_PER_DAY, (day + 1) * HOURS_PER_DAY)
}

/** Whether the TSO's forecast of a day is missing, though it published one within the last weeks. */
function isMissing(history: PreparedHistory, quantity: Quantity, day: number): boolean {
  const { publishedTso } = history.quantities[quantity]
  const past = publishedTso
    .upTo(day - 1)
    .subarray(Math.max(0, day - AWAITED_DAYS) * HOURS_PER_DAY, day * HOURS_PER_DAY)
  const isAwaited = !past.every(Number.isNaN)
  return isAwaited && (isHidden(history, quantity) || hoursOfDay(publishedTso, day).every(Number.isNaN))
}

/**
 * Forecasts days one after the other, each from the ones before: rows `from` to `to`, not included. Days before `bandedFrom` get no
 * bands.
 */
export function* walkForward(
  forecaster: Forecaster,
  from: number,
  to: number,
  bandedFrom = from,
): Generator<DayForecast> {
  for (let day = from; day < to; day++) {
    const forecast = forecaster.forecast(day, day < bandedFrom ? [] : TARGETS)
    forecaster.enter(forecast)
    yield forecast
  }
}
